/** Path of each endpoint below the base URL (docs/services.md, AI Call: Calls and tasks). */
const PREFIX = '/v1/service/v1/aicall';
export const PATHS = {
	config: `${PREFIX}/config/v1/query`,
	callout: `${PREFIX}/outbound/v1/task/callout`,
	create: `${PREFIX}/outbound/v1/task/create`,
	insert: `${PREFIX}/outbound/v1/task/insert`,
	start: `${PREFIX}/outbound/v1/task/start`,
	pause: `${PREFIX}/outbound/v1/task/pause`,
	delete: `${PREFIX}/outbound/v1/task/delete`,
	query: `${PREFIX}/outbound/v1/task/query`,
} as const;

/** What the configuration query can be asked for (docs/services.md, AI Call: Configuration). */
export const CONFIG_TYPES = { all: 0, scripts: 1, lines: 2, interfaces: 3, voices: 4 } as const;
export type ConfigType = keyof typeof CONFIG_TYPES;

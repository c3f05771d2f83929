const PREFIX = '/v1/service/v1/aicall';
const TASK = `${PREFIX}/outbound/v1/task`;

/** Path of each endpoint below the base URL (services.md, AI Call: Calls and tasks). */
export const PATHS = {
	config: `${PREFIX}/config/v1/query`,
	callout: `${TASK}/callout`,
	create: `${TASK}/create`,
	insert: `${TASK}/insert`,
	query: `${TASK}/query`,
} as const;

/** Path of a command to a task, such as start. */
export function commandPath(command: string): string {
	return `${TASK}/${command}`;
}

/** What the configuration query can be asked for (services.md, AI Call: Configuration). */
export const CONFIG_TYPES = { all: 0, scripts: 1, lines: 2, interfaces: 3, voices: 4 } as const;
export type ConfigType = keyof typeof CONFIG_TYPES;

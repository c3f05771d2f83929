import { isRecord } from '../http/json';
import { success, type Result } from '../problem/problem';
import { readList } from './answer';
import type { AiCallClient } from './client';
import { CONFIG_TYPES, PATHS, type ConfigType } from './endpoints';

/** The lists of a configuration answer; those not asked for are empty. */
export type Configuration = Record<
	'interfaces' | 'lines' | 'scripts' | 'voices',
	Array<Record<string, unknown>>
>;

/** Asks for the configuration, or one part of it (services.md, AI Call: Configuration). */
export async function queryConfiguration(
	client: AiCallClient,
	type: ConfigType,
): Promise<Result<Configuration>> {
	const found = await client.query(PATHS.config, { type: CONFIG_TYPES[type] });
	if (!found.ok) return found;
	const list = (name: string) => readList(found.value.result[name]).filter(isRecord);
	return success({
		lines: list('lines'),
		scripts: list('robots'),
		interfaces: list('urls'),
		voices: list('voices'),
	});
}

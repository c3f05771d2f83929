import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths';
import type { WorkflowDraft } from './types';

const FOLDER = join(ROOT, 'test/fixtures/saved');

export interface SavedByVersion {
	version: string;
	file: string;
	workflow: WorkflowDraft;
}

/** The workflows that users of each released version have saved (scripts/keepSaved.ts). */
export function savedWorkflows(): SavedByVersion[] {
	return versions().flatMap((version) =>
		readdirSync(join(FOLDER, version))
			.filter((file) => file.endsWith('.json'))
			.map((file) => ({ version, file, workflow: read(version, file) as WorkflowDraft })),
	);
}

/** The fields of the credentials that users of each released version have saved, by type. */
export function savedCredentials(): Array<{ version: string; type: string; fields: string[] }> {
	return versions().flatMap((version) =>
		Object.entries(read(version, 'credentials/fields.json') as Record<string, string[]>).map(
			([type, fields]) => ({ version, type, fields }),
		),
	);
}

/** What the parameters of each released version were where nobody set them (allDefaults). */
export function savedDefaults(): Array<{
	version: string;
	defaults: Record<string, Record<string, object>>;
}> {
	return versions().map((version) => ({
		version,
		defaults: read(version, 'defaults/parameters.json') as Record<string, Record<string, object>>,
	}));
}

function versions(): string[] {
	return existsSync(FOLDER) ? readdirSync(FOLDER) : [];
}

function read(version: string, file: string): unknown {
	return JSON.parse(readFileSync(join(FOLDER, version, file), 'utf8'));
}

/** The data tables of the examples, made of their CSV files as a user makes them. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { N8nClient } from './client';
import { ROOT } from './paths';
import type { WorkflowDraft, WorkflowNode } from './types';

export interface ExampleTable {
	id: string;
	/** of n8n's API: rows are at `<path>/rows` */
	path: string;
}

/** The CSV file of a data table of the examples; undefined where the folder has none. */
export function tableFile(name: string): string | undefined {
	const file = join(ROOT, 'examples', `${name.toLowerCase().replaceAll(' ', '-')}.csv`);
	return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Imports the CSV file of a data table; two imports of one file are two tables.
 * @param lines that the user has added to the file
 */
export async function importTable(
	client: N8nClient,
	name: string,
	lines: string[] = [],
): Promise<ExampleTable> {
	const head = tableFile(name);
	if (head === undefined) throw new Error(`The examples have no CSV file for the table '${name}'`);
	const csv = `${head.trimEnd()}\n${lines.map((line) => `${line}\n`).join('')}`;
	const form = new FormData();
	form.append('file', new Blob([csv], { type: 'text/csv' }), 'table.csv');
	const upload = '/rest/data-tables/uploads';
	const { id: fileId, columns } = await client.request<{
		id: string;
		columns: Array<{ name: string; type: string }>;
	}>('POST', upload, form);
	const [{ id: projectId }] = await client.request<Array<{ id: string }>>(
		'GET',
		'/rest/projects/my-projects',
	);
	const tables = `/rest/projects/${projectId}/data-tables`;
	const { id } = await client.request<{ id: string }>('POST', tables, {
		name: `${name} ${randomUUID().slice(0, 8)}`,
		// n8n proposes numbers for a column of phone numbers: the page of the examples says text
		columns: columns.map(({ name: column }) => ({
			name: column,
			type: 'string',
			csvColumnName: column,
		})),
		fileId,
		hasHeaders: true,
	});
	return { id, path: `${tables}/${id}` };
}

/** The name of the data table that a user picks in a node; undefined where there is none to pick. */
export function pickedTable({ type, parameters }: WorkflowNode): string | undefined {
	const table = parameters.dataTableId as { mode: string; cachedResultName: string } | undefined;
	return type === 'n8n-nodes-base.dataTable' && table?.mode === 'list'
		? table.cachedResultName
		: undefined;
}

/**
 * Picks the data tables of a workflow in the nodes in which a user picks them.
 * @param ids by the names of the tables
 */
export function pickDataTables(workflow: WorkflowDraft, ids: Record<string, string>): void {
	for (const node of workflow.nodes) {
		const name = pickedTable(node);
		if (name !== undefined)
			Object.assign(node.parameters.dataTableId as object, { value: ids[name] });
	}
}

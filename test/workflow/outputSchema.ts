/** Output schemas: the fields that the editor shows before a node's first run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions, INodeType } from 'n8n-workflow';
import { resolveOutputSchemaPath } from 'n8n-core';

export const NODES_FOLDER = join(__dirname, '../../nodes');

export interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	additionalProperties?: Schema;
	items?: Schema;
}

/** The file in which n8n looks for a schema of a new node, by its own rule. */
export function schemaFile(node: INodeType, resource?: string, operation?: string): string {
	const { name, version, defaultVersion } = node.description;
	const folder = name.charAt(0).toUpperCase() + name.slice(1);
	const file = resolveOutputSchemaPath({
		nodeDir: join(NODES_FOLDER, folder),
		version: defaultVersion ?? Number(version),
		resource,
		operation,
	});
	if (file === undefined) throw new Error(`n8n looks for no schema of ${name}`);
	return file;
}

/** The schema that n8n finds for what a node returns. */
export function readSchema(node: INodeType, resource?: string, operation?: string): Schema {
	return JSON.parse(readFileSync(schemaFile(node, resource, operation), 'utf8')) as Schema;
}

/** Resource, if there are several, and operation of everything that a node offers. */
export function offeredOperations(
	node: INodeType,
): Array<[resource: string | undefined, operation: string]> {
	return node.description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(displayOptions?.show?.resource ?? [undefined]).flatMap((resource) =>
				(options as INodePropertyOptions[]).map(({ value }): [string | undefined, string] => [
					resource as string | undefined,
					String(value),
				]),
			),
		);
}

/**
 * Where values differ from their schema, in both directions: a field or a type that the schema does not
 * have, and a field of the schema that no value has.
 * @param always every value has to have every field, and one of them something in it
 */
export function deviations(
	values: unknown[],
	rule: Schema,
	{ always }: { always: boolean },
	path = '',
): string[] {
	const found = values
		.map(typeOf)
		.filter((type) => !accepts(rule, type))
		.map((type) => `${path} is ${type}`);
	const isAbsent = (value: unknown) => always && value === null;
	if (values.every(isAbsent)) found.push(`${path} never comes`);

	const lists = values.filter(Array.isArray);
	if (lists.length > 0 && rule.items) {
		found.push(...deviations(lists.flat(), rule.items, { always }, `${path}[]`));
	}
	const objects = values.filter((value) => typeOf(value) === 'object') as object[];
	const { properties = {}, additionalProperties } = rule;
	// an object without properties holds whatever the user's data have
	if (objects.length === 0 || Object.keys(properties).length === 0) return unique(found);
	const names = new Set([...Object.keys(properties), ...objects.flatMap(Object.keys)]);
	for (const name of names) {
		const inner = properties[name] ?? additionalProperties;
		const holders = objects.filter((one) => Object.hasOwn(one, name));
		if (inner === undefined) found.push(`${path}.${name} is not in the schema`);
		else {
			if (always && name in properties && holders.length < objects.length)
				found.push(`${path}.${name} is missing`);
			const parts = holders.map((one) => (one as Record<string, unknown>)[name]);
			found.push(...deviations(parts, inner, { always }, `${path}.${name}`));
		}
	}
	return unique(found);
}

function accepts({ type }: Schema, found: string): boolean {
	const types = [type].flat();
	// the editor draws an object only where the type is that one word
	if (type === 'object' && found === 'null') return true;
	return types.includes(found) || (found === 'integer' && types.includes('number'));
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

function unique(texts: string[]): string[] {
	return [...new Set(texts)];
}

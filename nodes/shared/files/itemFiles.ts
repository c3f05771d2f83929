import type { IExecuteFunctions } from 'n8n-workflow';

import { pastedText } from '../http/pastedText';
import type { PassedOver } from '../items/errors';
import { FILES_IN_JSON, filesOf, inputItems, Item } from '../items/item';
import { sanitize } from '../problem/problem';
import { FILE_FIELD, fieldsOf } from './binaryFile';

const ANY = '*';

/** How many files a sentence names. */
const MOST_NAMED = 5;

/**
 * The files of a run that 'Input Data Field Name' asks for: several names, or a pattern with `*`, give one after
 * another. A hint above the output names the files that it did not ask for, and those of a pattern that the node
 * passed over.
 */
export class ItemFiles {
	/** each file as an item of its own; an item that does not name its file is one as it is */
	readonly items: readonly Item[];

	private readonly others: string[] = [];

	private readonly passedOver: string[] = [];

	private withoutFiles = 0;

	/** @param hasFile whether an item takes its file from a field; it may throw what the item then fails with */
	constructor(context: IExecuteFunctions, hasFile: (item: Item) => boolean = () => true) {
		this.items = inputItems(context).flatMap((item) => {
			try {
				return hasFile(item) ? this.itemsOf(item) : [item];
			} catch {
				// the item fails by itself, as soon as the operation reads the parameter
				return [item];
			}
		});
	}

	private itemsOf(item: Item): Item[] {
		const existing = fieldsOf(item);
		const asked = askedFor(item.parameter(FILE_FIELD), existing);
		if (asked === undefined) return [item];
		if (asked.length === 0) this.withoutFiles += 1;
		const isAsked = (name: string) => asked.some((one) => isNamed(name, one.name));
		if (asked.every(({ name }) => name !== null)) {
			this.others.push(
				...existing.filter((name) => !isAsked(name)).map((name) => fieldTitle(item, name)),
			);
		}
		const isOnly = asked.length === 1;
		return asked.map((one) => new Item(item.context, item.index, { ...one, isOnly }));
	}

	/** Called for a file that a pattern found and that is left out. */
	passOver(item: Item, { message }: PassedOver): void {
		this.passedOver.push(`${fieldTitle(item, item.field?.name ?? '')}, which ${message}`);
	}

	/** Tells above the output which files were not read. */
	addHint(context: IExecuteFunctions): void {
		const sentences = [
			this.passedOver.length > 0 && `Passed over: ${listed(this.passedOver, '; ')}.`,
			this.others.length > 0 &&
				`Not asked for by 'Input Data Field Name': ${listed(this.others, ', ')}. Enter * there for every file of an item.`,
			this.withoutFiles > 0 && `Input items without a file: ${this.withoutFiles}.`,
		].filter((one) => one !== false);
		if (sentences.length === 0) return;
		context.addExecutionHints({ message: sentences.join(' '), location: 'outputPane' });
	}
}

type Asked = Omit<NonNullable<Item['field']>, 'isOnly'>;

/**
 * The fields that a value names, each once. A pattern that fits none of an item's files counts as a name, and is
 * reported as a wrong one. Undefined for a value that names no field.
 */
function askedFor(given: unknown, existing: string[]): Asked[] | undefined {
	const asked: Asked[] = [];
	for (const value of namesIn(given, existing)) {
		if (typeof value !== 'string') {
			asked.push({ name: null, value, isOfPattern: false });
			continue;
		}
		const isOfPattern = value.includes(ANY) && !existing.includes(value);
		const found = isOfPattern ? existing.filter((name) => fits(name, value)) : [value];
		const names = found.length === 0 && existing.length > 0 ? [value] : found;
		for (const name of names) {
			if (!asked.some((one) => isNamed(name, one.name))) {
				asked.push({ name, value: name, isOfPattern });
			}
		}
	}
	return namesIn(given, existing).length === 0 ? undefined : asked;
}

/** The entries of a list, or of a text with names between commas; a name may hold a comma itself. */
function namesIn(given: unknown, existing: string[]): unknown[] {
	if (Array.isArray(given)) return given;
	if (typeof given !== 'string') return [];
	const name = pastedText(given);
	const names = existing.includes(name) ? [name] : name.split(/[,，、]/).map(pastedText);
	return names.filter((one) => one !== '');
}

/** Whether a field has a name, as the item has it or as a user writes it. */
function isNamed(field: string, name: string | null): boolean {
	return field === name || field === `${FILES_IN_JSON}.${name}`;
}

/** Whether a name is what a pattern says, in which `*` stands for anything. */
function fits(field: string, pattern: string): boolean {
	const prefix = `${FILES_IN_JSON}.`;
	if (field.startsWith(prefix) && fits(field.slice(prefix.length), pattern)) return true;
	const [start = '', ...rest] = pattern.split(ANY);
	const end = rest.pop() ?? '';
	if (!field.startsWith(start)) return false;
	let at = start.length;
	for (const part of rest) {
		at = field.indexOf(part, at);
		if (at === -1) return false;
		at += part.length;
	}
	return field.length - end.length >= at && field.endsWith(end);
}

function fieldTitle({ input }: Item, field: string): string {
	const fileName = filesOf(input)?.[field.replace(`${FILES_IN_JSON}.`, '')]?.fileName;
	return fileName ? `${sanitize(field)} (${sanitize(fileName)})` : sanitize(field);
}

function listed(names: string[], separator: string): string {
	const more = names.length - MOST_NAMED;
	const named = names.slice(0, MOST_NAMED).join(separator);
	return more > 0 ? `${named} and ${more} more` : named;
}

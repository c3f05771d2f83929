import { fieldLabel, fieldTitle, type FieldNaming } from './elements';
import type { Finding, FindingValue, OtherPlace } from './finding';
import { UNPROVED, WORDS } from './words';

/** The sentence of a finding, in the language that goes with a row's labels. */
export function sayFinding(one: Finding, naming: FieldNaming): string {
	const isChinese = naming === 'chinese';
	const [english, chinese] = WORDS[one.code];
	const sentence = filled(isChinese ? chinese : english, one, naming);
	if (one.line === undefined) return sentence;
	return isChinese ? `第 ${one.line} 行：${sentence}` : `Line ${one.line}: ${sentence}`;
}

/** What the summary of a run says of a finding. */
export function inFewWords(one: Finding): string {
	return filled(WORDS[one.code][2] ?? UNPROVED, one, 'english');
}

const PLACE = /\{(\w+)(?:\|([^}]*))?\}/g;

function filled(template: string, { field, values }: Finding, naming: FieldNaming): string {
	return template.replace(PLACE, (_, name: string, instead = '') => {
		if (name !== 'field') return shown(values[Number(name)], naming) ?? instead;
		if (field === undefined) return instead;
		return naming === 'chinese' ? fieldLabel(field, naming) : fieldTitle(field);
	});
}

function shown(value: FindingValue, naming: FieldNaming): string | undefined {
	if (value === null || value === undefined) return undefined;
	return typeof value === 'object' ? placeName(value, naming) : String(value);
}

/** How a row refers to another invoice of the run. */
export function placeName(
	{ file, item, field, by, page }: OtherPlace,
	naming: FieldNaming,
): string {
	const isChinese = naming === 'chinese';
	const itemName = isChinese ? `第 ${item} 项` : `input item ${item}`;
	const name = file ?? itemName;
	if (by === undefined || (by === 'item' && file === null)) return name;
	if (by === 'item') return isChinese ? `${itemName}的 ${name}` : `${name} of ${itemName}`;
	if (by === 'field')
		return isChinese ? `字段 ${field} 中的 ${name}` : `${name} in the field ${field}`;
	if (page === null) return isChinese ? `${name} 中的数据` : `the data in ${name}`;
	return isChinese ? `${name} 第 ${page} 页` : `page ${page} of ${name}`;
}

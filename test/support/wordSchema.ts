/**
 * Whether Word would open a file, as far as its schema says so (ECMA-376, part 1): the order of elements, where
 * they may stand, and numbers that have to be there once. Of the elements that a correction writes or cuts, all
 * rules; of the others those that it could break.
 */
import { strFromU8, unzipSync } from 'fflate';

const WORD = [
	'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
	'http://purl.oclc.org/ooxml/wordprocessingml/main',
];
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const XML = 'http://www.w3.org/XML/1998/namespace';

interface Element {
	/** w:p for an element of Word, whatever its prefix; others with their namespace */
	name: string;
	attributes: Map<string, string>;
	children: Array<Element | string>;
	parent: Element | undefined;
}

/** @throws Error for XML that is not well formed or uses a prefix that nobody declares */
function parse(xml: string): Element {
	const root: Element = { name: '', attributes: new Map(), children: [], parent: undefined };
	let inside = root;
	const scopes: Array<Map<string, string>> = [new Map([['xml', XML]])];
	const named = (name: string, isAttribute = false) => {
		const [prefix, local] = name.includes(':') ? name.split(':') : ['', name];
		if (prefix === '' && isAttribute) return local!;
		const namespace = scopes.at(-1)!.get(prefix!);
		if (namespace === undefined && prefix !== '') throw new Error(`undeclared prefix in ${name}`);
		if (namespace === undefined) return local!;
		return WORD.includes(namespace) ? `w:${local}` : `${namespace} ${local}`;
	};
	for (const [token] of xml.matchAll(/<!--[\s\S]*?-->|<[?][\s\S]*?[?]>|<[^>]+>|[^<]+/g)) {
		if (/^<[!?]/.test(token)) continue;
		if (token.startsWith('</')) {
			if (named(token.slice(2, -1).trim()) !== inside.name)
				throw new Error(`${token} closes another`);
			scopes.pop();
			inside = inside.parent!;
		} else if (token.startsWith('<')) {
			const [, name, rest] = /^<([^\s/>]+)([\s\S]*?)\/?>$/.exec(token)!;
			const given = [...rest!.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
				([, key, one, two]) => [key!, one ?? two!] as const,
			);
			const scope = new Map(scopes.at(-1));
			for (const [key, value] of given) {
				if (key === 'xmlns') scope.set('', value);
				else if (key.startsWith('xmlns:')) scope.set(key.slice(6), value);
			}
			scopes.push(scope);
			const attributes = new Map(
				given
					.filter(([key]) => !/^xmlns(?::|$)/.test(key))
					.map(([key, value]) => [named(key, true), value]),
			);
			const element: Element = { name: named(name!), attributes, children: [], parent: inside };
			inside.children.push(element);
			if (token.endsWith('/>')) scopes.pop();
			else inside = element;
		} else inside.children.push(token);
	}
	if (inside !== root) throw new Error(`${inside.name} is not closed`);
	return root;
}

const elements = ({ children }: Element) => children.filter((one) => typeof one !== 'string');
const all = (element: Element): Element[] => elements(element).flatMap((one) => [one, ...all(one)]);
const isInside = (element: Element, name: string): boolean => {
	for (let at = element.parent; at !== undefined && at.name !== 'w:txbxContent'; at = at.parent)
		if (at.name === name) return true;
	return false;
};

/** CT_PPr: each once at most, in this order. */
const PARAGRAPH_PROPERTIES =
	'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange'
		.split(' ')
		.map((name) => `w:${name}`);
/** What comes first in the properties of a paragraph mark (EG_ParaRPrTrackChanges). */
const MARK_CHANGES = ['w:ins', 'w:del', 'w:moveFrom', 'w:moveTo'];
const CHANGES = new Set([...MARK_CHANGES, 'w:rPrChange', 'w:pPrChange', 'w:sectPrChange']);
/** Where runs, and changes around runs, may stand (EG_PContent and EG_ContentRunContent). */
const AROUND_RUNS = new Set(
	['p', 'hyperlink', 'ins', 'del', 'moveFrom', 'moveTo', 'sdtContent', 'smartTag', 'fldSimple', 'customXml', 'rt', 'rubyBase', 'dir', 'bdo'].map((name) => `w:${name}`),
); // prettier-ignore
const MATH = /officeDocument\/2006\/math /;
const ENDS_WITH_PARAGRAPH = new Set([
	'w:tc',
	'w:comment',
	'w:footnote',
	'w:endnote',
	'w:txbxContent',
]);

/** What the schema forbids in a part with text. */
function faultsOfPart(root: Element): string[] {
	const faults: string[] = [];
	const last = (element: Element) => elements(element).at(-1)?.name;
	for (const element of all(root)) {
		const { name, attributes, children, parent } = element;
		const names = elements(element).map((one) => one.name);
		const at = (property: string) => names.indexOf(property);
		if (name === 'w:p' && at('w:pPr') > 0) faults.push('w:pPr is not the first of a w:p');
		if (name === 'w:r' && at('w:rPr') > 0) faults.push('w:rPr is not the first of a w:r');
		for (const once of ['w:pPr', 'w:rPr'])
			if (names.indexOf(once) !== names.lastIndexOf(once)) faults.push(`two ${once} in a ${name}`);
		if (name === 'w:pPr') {
			const order = names.map((one) => PARAGRAPH_PROPERTIES.indexOf(one)).filter((one) => one >= 0);
			if (order.some((one, i) => i > 0 && one <= order[i - 1]!)) faults.push('the order of w:pPr');
		}
		if (name === 'w:rPr') {
			const places = names.map((one) => MARK_CHANGES.indexOf(one));
			const marks = places.filter((one) => one >= 0);
			if (marks.length > 0 && parent!.name !== 'w:pPr') faults.push('a mark’s change in a run');
			if (
				places.slice(0, marks.length).some((one, i) => one < 0 || (i > 0 && one <= places[i - 1]!))
			)
				faults.push('the changes of a paragraph mark are not its first properties');
		}
		const isRun = name === 'w:r' || (['w:ins', 'w:del'].includes(name) && children.length > 0);
		if (isRun && !AROUND_RUNS.has(parent!.name) && !MATH.test(parent!.name))
			faults.push(`${name} in ${parent!.name}`);
		if (/^w:comment(?:RangeStart|RangeEnd)$/.test(name) && parent!.name === 'w:r')
			faults.push(`${name} in a run`);
		if (name === 'w:commentReference' && parent!.name !== 'w:r')
			faults.push('w:commentReference outside of a run');
		if (['w:t', 'w:delText'].includes(name)) {
			if (elements(element).length > 0) faults.push(`an element in ${name}`);
			if (parent!.name !== 'w:r') faults.push(`${name} outside of a run`);
			if ((name === 'w:delText') !== isInside(element, 'w:del'))
				faults.push(name === 'w:t' ? 'w:t in w:del' : 'w:delText outside of w:del');
			let space: string | undefined;
			for (let one: Element | undefined = element; one && space === undefined; one = one.parent)
				space = one.attributes.get(`${XML} space`);
			if (space !== 'preserve' && /^\s|\s$/.test(children.join('')))
				faults.push('a space at the end of a text without xml:space');
		}
		if (CHANGES.has(name) && (!attributes.get('w:id') || !attributes.get('w:author')))
			faults.push(`${name} without w:id or w:author`);
		if (ENDS_WITH_PARAGRAPH.has(name) && last(element) !== 'w:p')
			faults.push(`${name} does not end with a paragraph`);
		if (name === 'w:body' && at('w:sectPr') >= 0 && last(element) !== 'w:sectPr')
			faults.push('w:sectPr is not the last of the body');
		if (name === 'w:body' && names.some((one) => one === 'w:r')) faults.push('w:r in w:body');
	}
	return faults;
}

const repeated = (values: string[]) =>
	values.filter((value, index) => values.indexOf(value) !== index);

/** Each comment has a beginning, an end behind it, then a reference; and stands in the list of comments. */
function faultsOfComments(body: Element, comments: Element | undefined): string[] {
	const faults: string[] = [];
	const listed = comments ? all(comments).filter(({ name }) => name === 'w:comment') : [];
	const ids = listed.map(({ attributes }) => attributes.get('w:id')!);
	for (const id of repeated(ids)) faults.push(`two comments ${id}`);
	const marks = new Map<string, string[]>();
	for (const { name, attributes } of all(body)) {
		const [, kind] = /^w:comment(RangeStart|RangeEnd|Reference)$/.exec(name) ?? [];
		if (kind === undefined) continue;
		const id = attributes.get('w:id')!;
		marks.set(id, [...(marks.get(id) ?? []), kind]);
	}
	for (const [id, kinds] of marks) {
		const order = kinds.join(' ');
		if (!['RangeStart RangeEnd Reference', 'Reference'].includes(order))
			faults.push(`comment ${id} has ${order}`);
		if (!ids.includes(id)) faults.push(`comment ${id} is not listed`);
	}
	for (const id of ids) if (!marks.has(id)) faults.push(`comment ${id} stands nowhere`);
	return faults;
}

function faultsOfPackage(files: Record<string, Uint8Array>): string[] {
	const faults: string[] = [];
	const [types] = elements(parse(strFromU8(files['[Content_Types].xml']!)));
	if (types!.name !== `${TYPES} Types`) faults.push('the root of the content types');
	const known = new Set<string>();
	for (const { name, attributes } of elements(types!)) {
		if (name === `${TYPES} Override`) known.add(attributes.get('PartName')!);
		else if (name === `${TYPES} Default`) known.add(`.${attributes.get('Extension')}`);
		else faults.push(`${name} among the content types`);
	}
	for (const name of Object.keys(files)) {
		const isKnown = known.has(`/${name}`) || known.has(name.slice(name.lastIndexOf('.')));
		if (name !== '[Content_Types].xml' && !isKnown) faults.push(`${name} has no content type`);
		if (/\/comments\d*\.xml$/.test(name) && !known.has(`/${name}`))
			faults.push(`${name} has no content type of its own`);
		if (!name.endsWith('.rels')) continue;
		const [relations] = elements(parse(strFromU8(files[name]!)));
		const folder = name.slice(0, name.indexOf('_rels/'));
		const ids: string[] = [];
		for (const { name: child, attributes } of elements(relations!)) {
			if (child !== `${RELATIONS} Relationship`) faults.push(`${child} among the relations`);
			ids.push(attributes.get('Id')!);
			const target = attributes.get('Target')!;
			const file = target.startsWith('/') ? target.slice(1) : folder + target;
			if (attributes.get('TargetMode') !== 'External' && !(file in files))
				faults.push(`${target} is missing`);
		}
		for (const id of repeated(ids)) faults.push(`two relations ${id}`);
	}
	return faults;
}

/** What keeps Word from opening a file without a question; empty if nothing does. */
export function schemaFaults(file: Uint8Array): string[] {
	const files = unzipSync(file);
	try {
		const parts = Object.keys(files)
			.filter((name) =>
				/^word\/(?:document|footnotes|endnotes|comments|header|footer)\d*\.xml$/.test(name),
			)
			.map((name) => [name, parse(strFromU8(files[name]!))] as const);
		const named = (name: string) => parts.find(([one]) => one.includes(name))?.[1];
		const changes = parts
			.flatMap(([, root]) => all(root))
			.filter(({ name }) => CHANGES.has(name))
			.map(({ attributes }) => attributes.get('w:id') ?? '');
		return [
			...faultsOfPackage(files),
			...parts.flatMap(([, root]) => faultsOfPart(root)),
			...faultsOfComments(named('document')!, named('comments')),
			...repeated(changes).map((id) => `two changes ${id}`),
		];
	} catch (error) {
		return [(error as Error).message];
	}
}

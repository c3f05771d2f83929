/**
 * How much each panel shows, and how many entries its menu *Add Option* has. A user reads all of them to find one:
 * an option has to earn its place, and a new one takes that of another.
 */
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { requestOptionProperties } from '../../../../nodes/shared/description/requestOptions';
import { NODES } from '../../everyNode';
import { operationsOf } from '../../../support/defaults';
import { shown } from './shown';

const MOST = 11;
/** Of what has little to set: recognition, tasks, recordings. */
const MOST_OF_FEW = 8;
const FEW = /^(?:scene|object|recording)\.|^task\.(?:delete|get|getAll|pause|start)$/;

/** Fields of the request that are seldom changed, behind one entry. */
const UNCOUNTED = ['requestFields'];

/** The entries of a menu for someone who has set none of them. */
const entriesOf = ({ options }: INodeProperties): string[] =>
	(options as INodeProperties[])
		.filter(({ name, displayOptions: { show } = {} }) => {
			const ofItself = show?.[name];
			return ofItself === undefined || NodeHelpers.checkConditions(ofItself, [undefined]);
		})
		.map(({ name }) => name)
		.filter((name) => !UNCOUNTED.includes(name));

const MENUS = NODES.flatMap((node) =>
	operationsOf(node).flatMap(({ name, properties }) =>
		properties
			.filter(({ type }) => type === 'collection')
			.map((menu) => [`${node.description.name} ${name} ${menu.name}`, name, menu] as const),
	),
);

test('there are menus of every node', () => expect(MENUS.length).toBeGreaterThan(15));

test.each(MENUS)('%s is short', (_, operation, menu) => {
	const entries = entriesOf(menu);
	const most = FEW.test(operation) ? MOST_OF_FEW : MOST;
	expect([entries.length <= most, entries]).toEqual([true, entries]);
});

test('what has little to set is short in all of its menus together', () => {
	const counts = new Map<string, number>();
	for (const [panel, operation, menu] of MENUS) {
		if (!FEW.test(operation)) continue;
		const name = panel.replace(` ${menu.name}`, '');
		counts.set(name, (counts.get(name) ?? 0) + entriesOf(menu).length);
	}
	expect(counts.size).toBeGreaterThan(5);
	expect([...counts].filter(([, count]) => count > MOST_OF_FEW)).toEqual([]);
});

/** Those that all recognition nodes have are counted by the menus above. */
const COMMON = Object.keys(requestOptionProperties);

/** Parameters that a new panel shows / entries of its menus, without the common ones. */
const PANELS: Record<string, string> = {
	'InvoiceOcr read': '5 / 8',
	'TextCorrection correct': '5 / 6',
	'TextCorrection correctDocument': '6 / 4',
	'ImageRecognition object.recognize': '6 / 5',
	'ImageRecognition scene.recognize': '5 / 5',
	'AiCall call.place': '8 / 9',
	'AiCall configuration.getAll': '6 / 1',
	'AiCall recording.download': '5 / 3',
	'AiCall task.addNumbers': '7 / 9',
	'AiCall task.create': '7 / 7',
	'AiCall task.delete': '3 / 0',
	'AiCall task.get': '4 / 1',
	'AiCall task.getAll': '5 / 6',
	'AiCall task.pause': '3 / 0',
	'AiCall task.run': '10 / 15',
	'AiCall task.start': '3 / 2',
	'AiCallTrigger pushes': '2 / 8',
	'AiCallTrigger dialogContext': '3 / 4',
};

test('each panel shows no more than is known', () => {
	const now = NODES.flatMap((node) =>
		operationsOf(node).map(({ name, chosen, properties }) => {
			const { parameters } = shown(node, chosen, false);
			const isShown = (one: INodeProperties, values: INodeParameters) =>
				NodeHelpers.displayParameter(values, one, { typeVersion: 1 }, node.description, parameters);
			const fields = properties.filter(
				({ type }) => !['collection', 'hidden', 'notice'].includes(type),
			);
			const options = properties
				.filter(({ type }) => type === 'collection')
				.flatMap((menu) => menu.options as INodeProperties[])
				.filter((one) => isShown(one, {}) && ![...UNCOUNTED, ...COMMON].includes(one.name));
			const panel = `${node.description.name.replace('iflytek', '')} ${name}`;
			return [panel, `${fields.length} / ${options.length}`];
		}),
	);
	expect(now).toEqual(Object.entries(PANELS));
});

/**
 * How many entries each menu *Add Option* has. A user reads all of them to find one: an option has to earn its
 * place, and a new one takes that of another.
 */
import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

import { NODES } from '../../everyNode';
import { operationsOf } from '../../../support/defaults';

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

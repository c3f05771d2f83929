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

/** Going with the change of how requests are sent. */
const GOING = ['maxAttempts', 'maxItemsAtOnce'];

/** Menus that are still too long, until the options of call lists are fewer. */
const TOO_LONG = ['call.place', 'task.addNumbers', 'task.run'];

/** The entries of a menu for someone who has set none of them. */
const entriesOf = ({ options }: INodeProperties): string[] =>
	(options as INodeProperties[])
		.filter(({ name, displayOptions: { show } = {} }) => {
			const own = show?.[name];
			return own === undefined || NodeHelpers.checkConditions(own, [undefined]);
		})
		.map(({ name }) => name)
		.filter((name) => ![...UNCOUNTED, ...GOING].includes(name));

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
	// an operation that has become short is taken off the list
	const isShort = menu.name !== 'options' || !TOO_LONG.includes(operation);
	expect([entries.length <= most, entries]).toEqual([isShort, entries]);
});

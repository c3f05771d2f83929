import { NODES } from '../everyNode';

const notices = NODES.flatMap(({ description }) => description.properties)
	.filter(({ type }) => type === 'notice')
	.map(({ name, displayName }) => [name, displayName] as const);

test.each(notices)('the notice %s has only tags that the editor keeps', (_name, text) => {
	// n8n drops all others, and the lines of a list with them run together
	const tags = [...text.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag);
	expect(tags.filter((tag) => !['a', 'li', 'ul'].includes(tag!))).toEqual([]);
});

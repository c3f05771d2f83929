import { CREDENTIALS, NODES } from '../everyNode';

const notices = [...CREDENTIALS, ...NODES.map(({ description }) => description)]
	.flatMap(({ properties }) => properties)
	.filter(({ type }) => type === 'notice')
	.map(({ name, displayName }) => [name, displayName] as const);

test.each(notices)('the notice %s has only tags that the editor keeps', (_name, text) => {
	// n8n drops all others, and the lines of a list with them run together
	const tags = [...text.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag);
	expect(tags.filter((tag) => !['a', 'li', 'ul'].includes(tag!))).toEqual([]);
});

test.each(CREDENTIALS)('$displayName leads to where its keys are', ({ properties }) => {
	const [notice] = properties.filter(({ type }) => type === 'notice');
	expect(notice?.displayName).toContain('<a href="https://console.xfyun.cn/app/myapp"');
});

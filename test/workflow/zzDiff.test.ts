import { createServer } from 'node:http';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { IflytekInvoiceOcr } from '../../nodes/IflytekInvoiceOcr/IflytekInvoiceOcr.node';
import { signatureCredential } from './credentials';
import { fileItem, runNode, withDefaults } from './engine';
const OUT = process.env.DIFF_OUT!;
const answers = readdirSync('/tmp/v41/answers').sort().map((n) => JSON.parse(readFileSync('/tmp/v41/answers/' + n, 'utf8')));
const corpus = readdirSync('/tmp/v41/corpus').sort().map((n) => [n, readFileSync('/tmp/v41/corpus/' + n)] as const);
const server = createServer((req, res) => {
	const chunks: Buffer[] = [];
	req.on('data', (c) => chunks.push(c)).on('end', () => {
		const body = JSON.parse(Buffer.concat(chunks).toString());
		const image = Buffer.from(body.payload.s824758f1_data_1.image, 'base64');
		const given = /IDX(\d+)/.exec(image.subarray(0, 4000).toString('latin1'))?.[1];
		const at = given !== undefined ? Number(given) : parseInt(createHash('sha1').update(image).digest('hex').slice(0, 8), 16) % answers.length;
		const text = Buffer.from(JSON.stringify(answers[at].document)).toString('base64');
		res.setHeader('content-type', 'application/json');
		res.end(JSON.stringify({ header: { code: 0, message: 'success', sid: 'sid' + at }, payload: { result: { compress: 'raw', encoding: 'utf8', format: 'json', text } } }));
	});
});
let keys: any;
beforeAll(async () => { await new Promise<void>((r) => server.listen(0, '127.0.0.1', r)); keys = signatureCredential({ url: `http://127.0.0.1:${(server.address() as any).port}` }); });
afterAll(() => { server.closeAllConnections(); server.close(); });
const out: Record<string, unknown> = existsSync(OUT) ? {} : {};
async function run(name: string, items: any[], parameters: any, settings: any = { onError: 'continueRegularOutput' }) {
	const node = new IflytekInvoiceOcr();
	const { items: rows, error, runs } = await runNode({ node, parameters: withDefaults(node, { operation: 'read', ...parameters }), items, settings, credentials: keys });
	const hints = runs?.flatMap((r: any) => r.hints ?? []).map((h: any) => h.message);
	out[name] = error ? { thrown: `${error.message} | ${error.description}` } : { hints, rows: rows.map(({ json, binary, pairedItem, error: e }: any) => ({ json, pairedItem, e: e && [e.message, e.description], binary: binary && Object.fromEntries(Object.entries(binary).map(([k, v]: any) => [k, [v.fileName, v.mimeType, createHash('sha1').update(v.data).digest('hex')]])) })) };
}
const CONFIGS: Record<string, any> = {
	inv: { output: 'invoices' },
	invFull: { output: 'invoices', options: { validation: 'fullList', minimumConfidence: 0.95, expectedBuyer: { buyer: { name: '测试甲科技有限公司', taxId: '91310000MA1TEAT01K' } }, includeInputFields: true } },
	invZh: { output: 'invoices', options: { fieldNames: 'chinese', validation: 'fullList' } },
	invApi: { output: 'invoices', options: { fieldNames: 'apiKeys' } },
	lines: { output: 'lines' },
	linesZh: { output: 'lines', options: { fieldNames: 'chinese', minimumConfidence: 0.9 } },
	full: { output: 'fullResponse' },
	fullZh: { output: 'fullResponse', options: { fieldNames: 'chinese' } },
};
const QUICK = process.env.QUICK === '1';
const configs = (names: string[], all: any = CONFIGS) => Object.entries<any>(all).filter(([c]) => !QUICK || names.includes(c));
it('cases', async () => {
	const expected = JSON.parse(readFileSync('/work/shared/cases/invoice/expected.json', 'utf8'));
	for (const [name, one] of Object.entries<any>(expected)) {
		const items = () => JSON.parse(readFileSync(`/tmp/v41/files/${name}/case.json`, 'utf8')).items.map(({ file, name: title }: any) => fileItem(readFileSync(`/tmp/v41/files/${name}/${file}`), title));
		await run(`case ${name}`, items(), one.parameters, one.settings);
		for (const [c, p] of configs(['linesZh', 'full'])) await run(`case ${c} ${name}`, items(), p);
	}
}, 600000);
it('corpus alone', async () => {
	for (const [c, p] of configs(['linesZh'])) {
		if (!['invFull', 'linesZh'].includes(c)) continue;
		for (const [n, b] of corpus) await run(`alone ${c} ${n}`, [fileItem(b, n.slice(0, 6))], p);
	}
}, 600000);
it('corpus stopping', async () => {
	for (const [n, b] of corpus) await run(`stop ${n}`, [fileItem(b, n.slice(0, 6))], {}, {});
}, 600000);
it('corpus together', async () => {
	for (const [c, p] of configs(['invFull', 'fullZh'])) for (let at = 0; at < corpus.length; at += 60) {
		await run(`together ${c} ${at}`, corpus.slice(at, at + 60).map(([n, b], i) => fileItem(b, n.slice(0, i % 3 ? 6 : 1))), p);
	}
	for (let at = 0; at < corpus.length; at += 30) {
		const items = corpus.slice(at, at + 30);
		const item: any = { json: { note: 1 }, binary: Object.fromEntries(items.map(([n, b], i) => ['a' + i, fileItem(b, i % 4 ? n.slice(0, 5) : undefined).binary!.data])) };
		await run(`fields ${at}`, [item], { binaryPropertyName: '*', output: 'invoices' });
	}
}, 600000);
it('answers', async () => {
	for (const [c, p] of configs(['invZh', 'lines', 'annotated'], { ...CONFIGS, annotated: { options: { includeAnnotatedImage: true } }, annotatedZh: { output: 'fullResponse', options: { includeAnnotatedImage: true, fieldNames: 'chinese' } } })) for (let at = 0; at < answers.length; at += 100) {
		await run(`answers ${c} ${at}`, answers.slice(at, at + 100).map((_, i) => fileItem(Buffer.from('\xff\xd8\xff\xe0 IDX' + (at + i) + ' \xff\xd9', 'latin1'), 'p' + ((at + i) % 50) + '.jpg')), p);
	}
}, 600000);
afterAll(() => writeFileSync(OUT, JSON.stringify(out, null, 0)));

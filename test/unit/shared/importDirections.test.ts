/** ESLint holds the directions of imports; this holds that its rules do. */
import { lint } from '../../support/lint';

it('an import against the direction is a lint error with its reason', () => {
	const arrows: Array<[file: string, from: string, reason: RegExp]> = [
		['nodes/shared/items/item.ts', '../signature/scheme', /knows no scheme/],
		['nodes/shared/signature/scheme.ts', '../aiCall/token', /from another one/],
		['nodes/shared/http/client.ts', '../../IflytekAiCall/tasks/requests', /knows no node/],
		[
			'nodes/shared/signature/scheme.ts',
			'../../../credentials/credentialTest',
			/imports a credential/,
		],
		['nodes/IflytekAiCall/rows/x.ts', '../../IflytekInvoiceOcr/values/values', /another node/],
		['nodes/IflytekAiCall/tasks/requests.ts', 'n8n-workflow', /is pure/],
		[
			'credentials/credentialTest.ts',
			'../nodes/IflytekAiCall/tasks/requests',
			/nodes\/shared only/,
		],
		['nodes/IflytekInvoiceOcr/values/values.ts', '../output/rows', /lower floors/],
		['nodes/IflytekInvoiceOcr/page/form.ts', '../checks/checks', /lower floors/],
		['nodes/IflytekInvoiceOcr/output/rows.ts', '../run/reviewRun', /lower floors/],
		['nodes/shared/formats/pdf/file.ts', '../pageText/pageText', /lower floors/],
		['nodes/IflytekAiCall/hours/hours.ts', '../rows/row', /lower floors/],
		['nodes/IflytekAiCallTrigger/access/request.ts', '../push/kinds', /lower floors/],
		['nodes/shared/formats/prose/prose.ts', '../word/story', /lower floors/],
		['nodes/shared/formats/word/story.ts', '../../problem/problem', /lower floors/],
		[
			'nodes/IflytekImageRecognition/output/recognitionItems.ts',
			'../recognition/recognizeImages',
			/lower floors/,
		],
		['nodes/shared/pace/pace.ts', '../http/response', /lower floors/],
		['nodes/IflytekInvoiceOcr/checks/checks.ts', '../../shared/items/item', /is pure/],
		['nodes/IflytekAiCall/cells/columns.ts', '../../shared/http/client', /is pure/],
		['nodes/shared/formats/ofd/ofd.ts', 'n8n-workflow', /is pure/],
		['nodes/shared/formats/xml/xml.ts', '../../../IflytekInvoiceOcr/page/form', /knows no node/],
		['nodes/IflytekTextCorrection/houseStyle/keptWords.ts', 'n8n-workflow', /is pure/],
		['nodes/IflytekImageRecognition/protocol/tableText.ts', '../../shared/http/client', /is pure/],
		['nodes/IflytekInvoiceOcr/page/form.ts', '../../shared/formats/pageText/pageText', /^$/],
		['nodes/IflytekAiCall/rows/x.ts', '../../shared/items/item', /^$/],
		['credentials/credentialTest.ts', '../nodes/shared/checksum/scheme', /^$/],
	];
	const found = lint(
		arrows.map(([file, from]) => [file, `import { x } from '${from}';\nexport const y = x;\n`]),
	);
	const reasons = found.map((messages) =>
		messages
			.filter(({ ruleId }) => /restricted/.test(String(ruleId)))
			.map(({ message }) => message)
			.join(),
	);
	arrows.forEach(([, , reason], index) => expect(reasons[index]).toMatch(reason));
}, 60_000);

it('a reader of files that names n8n, iFLYTEK or invoices is a lint error', () => {
	const codes = [
		'export const invoiceNumber = 1;',
		"export const a = 'an e-invoice';",
		'export const a = /iflytek (off|on)/;',
		'export const a = `of n8n ${1}`;',
		"export const a = 'a file';",
	];
	const found = lint(codes.map((code) => ['nodes/shared/formats/xml/xml.ts', `${code}\n`]));
	expect(
		found.map((messages) => messages.some(({ message }) => /knows neither n8n/.test(message))),
	).toEqual([true, true, true, true, false]);
}, 60_000);

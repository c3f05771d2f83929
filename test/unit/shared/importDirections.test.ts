/** ESLint holds the directions of imports; this holds that its rules do. */
import { lint } from '../../support/lint';

it('an import against the direction is a lint error with its reason', () => {
	const arrows: Array<[file: string, from: string, reason: RegExp]> = [
		['nodes/shared/items/item.ts', '../signature/answer', /knows no scheme/],
		['nodes/shared/signature/sign.ts', '../aiCall/token', /from another one/],
		['nodes/shared/http/client.ts', '../../IflytekAiCall/tasks/requests', /knows no node/],
		['nodes/shared/signature/sign.ts', '../../../credentials/testRules', /imports a credential/],
		['nodes/IflytekAiCall/rows/x.ts', '../../IflytekInvoiceOcr/values/dates', /another node/],
		['nodes/IflytekAiCall/tasks/requests.ts', 'n8n-workflow', /is pure/],
		['credentials/testRules.ts', '../nodes/IflytekAiCall/tasks/requests', /nodes\/shared only/],
		['nodes/IflytekInvoiceOcr/values/amounts.ts', '../output/rows', /lower floors/],
		['nodes/IflytekInvoiceOcr/page/form.ts', '../checks/checks', /lower floors/],
		['nodes/IflytekInvoiceOcr/fileFormats/pdf/file.ts', '../../operations', /lower floors/],
		['nodes/IflytekAiCall/hours/taskHours.ts', '../rows/row', /lower floors/],
		['nodes/IflytekAiCallTrigger/access/request.ts', '../push/kinds', /lower floors/],
		['nodes/IflytekTextCorrection/prose/prose.ts', '../docx/story', /lower floors/],
		['nodes/IflytekTextCorrection/docx/story.ts', '../operations/proofread', /lower floors/],
		[
			'nodes/IflytekImageRecognition/output/recognitionItems.ts',
			'../recognition/recognizeImages',
			/lower floors/,
		],
		['nodes/shared/pace/retryBudget.ts', '../http/response', /lower floors/],
		['nodes/IflytekInvoiceOcr/checks/checks.ts', '../../shared/items/item', /is pure/],
		['nodes/IflytekAiCall/cells/columns.ts', '../../shared/http/client', /is pure/],
		['nodes/IflytekInvoiceOcr/fileFormats/ofd.ts', 'n8n-workflow', /is pure/],
		['nodes/IflytekTextCorrection/houseStyle/keptWords.ts', 'n8n-workflow', /is pure/],
		['nodes/IflytekImageRecognition/protocol/imageParam.ts', '../../shared/http/client', /is pure/],
		['nodes/IflytekInvoiceOcr/page/form.ts', '../fileFormats/pageText/pageText', /^$/],
		['nodes/IflytekAiCall/rows/x.ts', '../../shared/items/item', /^$/],
		['credentials/testRules.ts', '../nodes/shared/checksum/codes', /^$/],
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

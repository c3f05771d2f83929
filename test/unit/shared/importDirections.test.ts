/** ESLint holds the directions of imports; this holds that its rules do. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const LINT = `
import { ESLint } from 'eslint';
const eslint = new ESLint({ overrideConfigFile: 'eslint.local.config.mjs' });
const reasons = [];
for (const [filePath, from] of JSON.parse(process.argv[1])) {
	const code = "import { x } from '" + from + "';\\nexport const y = x;\\n";
	const [{ messages }] = await eslint.lintText(code, { filePath });
	reasons.push(messages.filter(({ ruleId }) => /restricted/.test(ruleId)).map(({ message }) => message).join());
}
console.log(JSON.stringify(reasons));`;

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
	const args = ['--input-type=module', '-e', LINT, JSON.stringify(arrows)];
	const reasons = JSON.parse(
		execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }),
	) as string[];
	arrows.forEach(([, , reason], index) => expect(reasons[index]).toMatch(reason));
}, 60_000);

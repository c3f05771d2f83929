import { readFileSync } from 'node:fs';
import { checkAiCall } from './aiCall';
import { ASSUMPTIONS, type AssumptionName } from './assumptions';
import { Findings, type Finding } from './findings';
import { checkImages } from './images';
import { checkGateway, checkInvoice, checkText } from './signature';

export interface SignatureKeys {
	baseUrl: string;
	appId: string;
	apiKey: string;
	apiSecret: string;
}

export type ChecksumKeys = Omit<SignatureKeys, 'apiSecret'>;

export interface AiCallKeys {
	baseUrl: string;
	appKey: string;
	appSecret: string;
}

interface Row extends Finding {
	name: AssumptionName;
	/** Which service showed it. */
	service: string;
}

export interface Report {
	rows: Row[];
	/** Sentences about what was skipped, and what is left to do. */
	notes: string[];
}

type Environment = Record<string, string | undefined>;

interface ServicePlan {
	name: string;
	/** Names of the variables that its keys come from, by the key's name. */
	variables: Record<string, string>;
	baseUrl: [variable: string, usual: string];
	covers: RegExp;
	run: (keys: never, findings: Findings, context: Context) => Promise<string[] | void>;
}

interface Context {
	environment: Environment;
	makesTask: boolean;
	hide: (secret: string) => void;
}

const SIGNATURE_URL: [string, string] = ['IFLYTEK_SIGNATURE_BASE_URL', 'https://api.xf-yun.com'];
const CHECKSUM_URL: [string, string] = ['IFLYTEK_CHECKSUM_BASE_URL', 'http://tupapi.xfyun.cn'];

const signatureVariables = (service: string): Record<string, string> => ({
	appId: `IFLYTEK_${service}_APP_ID`,
	apiKey: `IFLYTEK_${service}_API_KEY`,
	apiSecret: `IFLYTEK_${service}_API_SECRET`,
});
const checksumVariables = (service: string): Record<string, string> => {
	const { appId = '', apiKey = '' } = signatureVariables(service);
	return { appId, apiKey };
};

/** Every service with the variables of its keys; keys are issued for each service by itself. */
export const SERVICES: ServicePlan[] = [
	{
		name: 'Invoice OCR',
		variables: signatureVariables('INVOICE'),
		baseUrl: SIGNATURE_URL,
		covers: /^(gateway|invoice)\./,
		run: async (keys: SignatureKeys, findings, { environment }) => {
			await checkGateway(keys, 'invoice', findings);
			const { picture, notes } = invoicePicture(environment.IFLYTEK_INVOICE_IMAGE?.trim());
			await checkInvoice(keys, picture, findings);
			return notes;
		},
	},
	{
		name: 'Text Correction',
		variables: signatureVariables('TEXT'),
		baseUrl: SIGNATURE_URL,
		covers: /^(gateway|text)\./,
		run: async (keys: SignatureKeys, findings) => {
			await checkGateway(keys, 'text', findings);
			await checkText(keys, findings);
		},
	},
	{
		name: 'Scene Recognition',
		variables: checksumVariables('SCENE'),
		baseUrl: CHECKSUM_URL,
		covers: /^image\./,
		run: async (keys: ChecksumKeys, findings) => await checkImages(keys, 'scene', findings),
	},
	{
		name: 'Object Recognition',
		variables: checksumVariables('OBJECT'),
		baseUrl: CHECKSUM_URL,
		covers: /^image\./,
		run: async (keys: ChecksumKeys, findings) => await checkImages(keys, 'object', findings),
	},
	{
		name: 'AI Call',
		variables: { appKey: 'IFLYTEK_AI_CALL_APP_KEY', appSecret: 'IFLYTEK_AI_CALL_APP_SECRET' },
		baseUrl: ['IFLYTEK_AI_CALL_BASE_URL', 'https://callapi.xfyun.cn'],
		covers: /^call\./,
		run: async (keys: AiCallKeys, findings, { makesTask, hide }) =>
			await checkAiCall(keys, makesTask, findings, hide),
	},
];

/** The picture of an invoice that the person names; a file that cannot be read is said and left out. */
function invoicePicture(path: string | undefined): { picture: Buffer | null; notes: string[] } {
	if (!path) return { picture: null, notes: [] };
	try {
		return { picture: readFileSync(path), notes: [] };
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		const note = `The file in IFLYTEK_INVOICE_IMAGE cannot be read (${code}); a drawn invoice was sent.`;
		return { picture: null, notes: [note] };
	}
}

const TASK_ASSUMPTIONS: AssumptionName[] = ['call.create', 'call.delete'];

/**
 * Asks every service that the environment has keys for, one request after the other, each sent once,
 * and judges each assumption by the answers. Calls nobody.
 */
export async function checkLive(
	environment: Environment,
	{ makesTask = false }: { makesTask?: boolean } = {},
): Promise<Report> {
	const rows: Row[] = [];
	const notes: string[] = [];
	const secrets = new Set<string>();
	const hide = (secret: string): void => void secrets.add(secret);

	for (const service of SERVICES) {
		const keys: Record<string, string> = {};
		for (const [key, variable] of Object.entries(service.variables)) {
			keys[key] = environment[variable]?.trim() ?? '';
		}
		const missing = Object.entries(service.variables).filter(([key]) => keys[key] === '');
		if (missing.length > 0) {
			const names = missing.map(([, variable]) => variable).join(', ');
			notes.push(
				`${service.name} is skipped: ${names} ${missing.length > 1 ? 'are' : 'is'} not set.`,
			);
			continue;
		}
		for (const value of Object.values(keys)) hide(value);
		const [variable, usual] = service.baseUrl;
		keys.baseUrl = environment[variable]?.trim() || usual;

		const findings = new Findings();
		const context = { environment, makesTask, hide };
		notes.push(...((await service.run(keys as never, findings, context)) ?? []));
		for (const name of Object.keys(ASSUMPTIONS) as AssumptionName[]) {
			if (!service.covers.test(name)) continue;
			const isUnasked = TASK_ASSUMPTIONS.includes(name) && !makesTask;
			const seen = isUnasked ? 'asked only with -- --task' : 'the answers did not get that far';
			const finding = findings.seen.get(name) ?? { verdict: 'not seen', seen };
			rows.push({ name, service: service.name, ...finding });
		}
	}
	const clean = (text: string): string =>
		[...secrets].filter((secret) => secret.length > 3).reduce((t, s) => t.split(s).join('…'), text);
	return { rows: rows.map((row) => ({ ...row, seen: clean(row.seen) })), notes: notes.map(clean) };
}

const cell = (text: string): string => text.replace(/\|/g, '&#124;').replace(/\s+/g, ' ');

/** The report as Markdown, to be pasted into an issue. */
export function asMarkdown({ rows, notes }: Report): string {
	const lines: string[] = [];
	for (const service of new Set(rows.map((row) => row.service))) {
		lines.push(
			`### ${service}`,
			'',
			'| Assumption | | Result | Seen |',
			'| --- | --- | --- | --- |',
		);
		for (const { name, verdict, seen } of rows.filter((row) => row.service === service)) {
			lines.push(`| \`${name}\` | ${cell(ASSUMPTIONS[name])} | ${verdict} | ${cell(seen)} |`);
		}
		lines.push('');
	}
	const count = (verdict: Finding['verdict']): number =>
		rows.filter((row) => row.verdict === verdict).length;
	if (rows.length > 0) {
		lines.push(
			`${count('as assumed')} as assumed, ${count('otherwise')} otherwise, ${count('not seen')} not seen.`,
		);
	}
	return [...lines, ...notes.map((note) => `- ${note}`)].join('\n');
}

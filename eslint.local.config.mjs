/**
 * What `npm run lint` uses: the `config` export of `@n8n/node-cli/eslint` put together from its plugins
 * (that package itself does not install beside them at present), and a section of its own for tests,
 * emulator and scripts. `eslint.config.mjs` is n8n's stock file and stays as it is.
 */
import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import jest from 'eslint-plugin-jest';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import { globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const communityNodes = n8nCommunityNodesPlugin.configs.recommended;
const shipped = ['credentials/**/*.ts', 'nodes/**/*.ts'];
const ours = ['test/**/*.ts', 'scripts/**/*.ts'];

const nodeFolders = readdirSync('nodes').filter((name) => name !== 'shared');
/** Rooms that know nothing of n8n. */
const pureRooms = [
	'nodes/*/protocol/**/*.ts',
	'nodes/IflytekAiCall/{cells,hours,recording,submission,tasks,words}/**/*.ts',
	'nodes/IflytekAiCallTrigger/transcript/**/*.ts',
	'nodes/IflytekTextCorrection/houseStyle/**/*.ts',
	'nodes/shared/formats/**/*.ts',
	'nodes/shared/problem/**/*.ts',
	'nodes/IflytekInvoiceOcr/{service,invoice,values,lineItems,checks,eInvoice,statements,page,sheets}/**/*.ts',
];
const schemes = ['signature', 'checksum', 'aiCall'];

/** The rooms of each house by floors, the lowest first: a room imports from lower floors only. */
const houses = {
	shared: [
		['formats', 'problem'],
		['pace'],
		['items'],
		['description'],
		['http'],
		['files', ...schemes],
	],
	'shared/formats': [
		['prose', 'xml', 'zip'],
		['markup', 'ofd', 'pdf', 'word', 'workbook'],
		['pageText'],
	],
	IflytekAiCall: [
		['words'],
		['cells', 'recording', 'submission', 'tasks'],
		['hours', 'transport'],
		['parameters'],
		['settings'],
		['rows'],
		['methods', 'operations'],
	],
	IflytekAiCallTrigger: [
		['answer', 'protocol', 'transcript'],
		['access'],
		['dialogContext', 'push'],
		['registration'],
	],
	IflytekImageRecognition: [['protocol'], ['output'], ['recognition'], ['operations']],
	IflytekInvoiceOcr: [
		['values'],
		['invoice'],
		['lineItems', 'service'],
		['eInvoice', 'statements'],
		['page'],
		['sheets'],
		['checks', 'file'],
		['output'],
		['run'],
		['operations'],
	],
	IflytekTextCorrection: [['houseStyle'], ['protocol'], ['output'], ['operations']],
};

const floorZones = Object.entries(houses)
	.flatMap(([house, floors]) =>
		floors.flatMap((rooms, floor) =>
			rooms.map((room) => ({
				target: `./nodes/${house}/${room}`,
				from: floors
					.slice(floor)
					.flat()
					.filter((other) => other !== room)
					.map((other) => `./nodes/${house}/${other}`),
				message: `${house}/${room} imports from lower floors only (see 'houses' in eslint.local.config.mjs).`,
			})),
		),
	)
	.filter(({ from }) => from.length > 0);

/** What knows the editor or sends: no business of the pure rooms. */
const notPure = [
	...['description', 'items', 'pace'].map((room) => `./nodes/shared/${room}`),
	...['files/download', 'http/client', 'http/send'].map((file) => `./nodes/shared/${file}.ts`),
];

/** What a reader of files is told, and does not know by itself. */
const TAUGHT = '/n8n|iflytek|invoice|发票/i';

/** Imports go one way: every other arrow is an error with its reason. */
const importRules = {
	'import-x/no-restricted-paths': [
		'error',
		{
			zones: [
				{
					target: './nodes',
					from: './credentials',
					message: 'Credentials import from nodes/shared; nothing in nodes imports a credential.',
				},
				{
					target: './credentials',
					from: nodeFolders.map((name) => `./nodes/${name}`),
					message: 'A credential imports from nodes/shared only.',
				},
				{
					target: './nodes/shared',
					from: nodeFolders.map((name) => `./nodes/${name}`),
					message: 'Shared code knows no node: pass in what it needs.',
				},
				...nodeFolders.map((name) => ({
					target: `./nodes/${name}`,
					from: nodeFolders.filter((other) => other !== name).map((other) => `./nodes/${other}`),
					message: 'A node does not import from another node: move what both need to nodes/shared.',
				})),
				{
					target: ['http', 'items', 'files', 'pace', 'problem', 'description'].map(
						(room) => `./nodes/shared/${room}`,
					),
					from: schemes.map((scheme) => `./nodes/shared/${scheme}`),
					message: 'What all schemes share knows no scheme: pass in what it needs.',
				},
				...floorZones,
				...pureRooms.map((files) => ({
					target: `./${files}`,
					from: notPure,
					message: 'This room is pure: it knows neither the editor nor what sends.',
				})),
				...schemes.map((scheme) => ({
					target: `./nodes/shared/${scheme}`,
					from: schemes.filter((other) => other !== scheme).map((o) => `./nodes/shared/${o}`),
					message: 'A scheme does not import from another one.',
				})),
			],
		},
	],
	'import-x/no-cycle': 'error',
};

export default tseslint.config(
	globalIgnores(['dist', '**/node_modules', '**/.cache', 'coverage']),
	{
		files: shipped,
		extends: [
			js.configs.recommended,
			tseslint.configs.recommended,
			communityNodes,
			importX.configs['flat/recommended'],
		],
		rules: {
			'prefer-spread': 'off',
			'no-console': 'error',
		},
	},
	{
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
	},
	{
		files: ['package.json'],
		extends: [communityNodes],
		rules: { ...n8nNodesBase.configs.community.rules },
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{ files: shipped, rules: importRules },
	{
		// a text of a file or a list must not keep a pattern busy: n8n stands still meanwhile
		files: shipped,
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		files: pureRooms,
		rules: {
			'no-restricted-imports': [
				'error',
				{ name: 'n8n-workflow', message: 'This room is pure: it knows nothing of n8n.' },
			],
		},
	},
	{
		files: ['nodes/shared/formats/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				...[
					`Identifier[name=${TAUGHT}]`,
					`Literal[value=${TAUGHT}]`,
					`Literal[regex.pattern=${TAUGHT}]`,
					`TemplateElement[value.raw=${TAUGHT}]`,
				].map((selector) => ({
					selector,
					message:
						'A file format knows neither n8n nor iFLYTEK nor invoices: pass in what it needs.',
				})),
			],
		},
	},
	{
		files: ours,
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: {
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
		},
	},
	{
		files: ['test/**/*.test.ts', 'test/**/fixtures/**/*.ts'],
		...jest.configs['flat/recommended'],
		rules: {
			...jest.configs['flat/recommended'].rules,
			'jest/expect-expect': [
				'error',
				{ assertFunctionNames: ['expect*', 'fc.assert', '**.expect*'] },
			],
			'jest/no-conditional-expect': 'off',
			'jest/no-standalone-expect': 'off',
			// decoded JSON is looked at, not typed
			'@typescript-eslint/no-explicit-any': 'off',
		},
	},
);

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
import { globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const communityNodes = n8nCommunityNodesPlugin.configs.recommended;
const shipped = ['credentials/**/*.ts', 'nodes/**/*.ts'];
const ours = ['test/**/*.ts', 'scripts/**/*.ts'];

const nodeFolders = readdirSync('nodes').filter((name) => name !== 'shared');
const schemes = ['signature', 'checksum', 'aiCall'];

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
					target: ['./nodes/shared/http', './nodes/shared/items', './nodes/shared/files'],
					from: schemes.map((scheme) => `./nodes/shared/${scheme}`),
					message: 'http, items and files know no scheme: pass in what they need.',
				},
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
		files: ['nodes/*/protocol/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ name: 'n8n-workflow', message: 'protocol/ is pure: it knows nothing of n8n.' },
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

/**
 * Leaves the wording of the code tables alone: a test that repeats the table would only say that
 * nobody has touched it. Which sentence a code gets, and what is built around it, is mutated.
 */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const WORDING = ['what', 'remedy'];

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'sentences', {
		shouldIgnore(path) {
			if (!path.isStringLiteral() && !path.isTemplateLiteral()) return undefined;
			const { parent } = path;
			return parent.type === 'ObjectProperty' && WORDING.includes(parent.key.name)
				? 'the wording of a sentence'
				: undefined;
		},
	}),
];

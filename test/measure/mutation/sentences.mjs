/**
 * Leaves wording alone, in the code tables and in what the editor shows: a test that repeats it would
 * only say that nobody has touched it. Which sentence a code gets, and what is built around it, is mutated.
 */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const WORDING = ['message', 'remedy'];

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'sentences', {
		shouldIgnore(path) {
			if (path.isVariableDeclarator()) {
				const type = JSON.stringify(path.node.id.typeAnnotation ?? null);
				return /"INodePropert/.test(type) ? 'a description for the editor' : undefined;
			}
			if (!path.isStringLiteral() && !path.isTemplateLiteral()) return undefined;
			const { parent } = path;
			return parent.type === 'ObjectProperty' && WORDING.includes(parent.key.name)
				? 'the wording of a sentence'
				: undefined;
		},
	}),
];

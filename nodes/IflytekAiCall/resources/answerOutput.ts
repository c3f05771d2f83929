import type {
	IDataObject,
	IDisplayOptions,
	IExecuteFunctions,
	INodeProperties,
} from 'n8n-workflow';

import type { Exchange } from '../../shared/aiCall/aiCallService';
import type { AiCallAnswer } from '../../shared/aiCall/answer';
import { serviceError } from '../../shared/errors';

/** The choice between shaped output and what the platform sent. */
export const simplifyProperty = (show: IDisplayOptions['show']): INodeProperties => ({
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	displayOptions: { show },
});

/** The answer of an exchange. @throws NodeApiError made from its failure */
export function answerOf(
	context: Pick<IExecuteFunctions, 'getNode'>,
	itemIndex: number | undefined,
	exchange: Exchange,
): AiCallAnswer {
	if (exchange.kind === 'answered') return exchange.answer;
	throw serviceError(context, itemIndex, exchange.failure);
}

/** The simplified output, or the whole answer where 'Simplify' is off. */
export function shaped(
	context: IExecuteFunctions,
	itemIndex: number,
	answer: AiCallAnswer,
	simplified: IDataObject,
): IDataObject {
	const simplify = context.getNodeParameter('simplify', itemIndex, true) as boolean;
	return simplify ? simplified : (answer.envelope as IDataObject);
}

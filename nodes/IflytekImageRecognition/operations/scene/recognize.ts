import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';

import { sceneName } from '../../protocol/sceneLabels';
import { recognitionProperties, toolText } from '../../recognition/recognitionProperties';
import { recognizeImages } from '../../recognition/recognizeImages';

export const option: INodePropertyOptions = {
	name: 'Recognize',
	value: 'recognize',
	action: 'Recognize scene in photo',
	description: 'Name the most likely scene with its score and four other candidates',
};

export const tool = toolText(
	'the kind of place',
	'Returns the most likely scene with its English and Chinese name, a score from 0 to 1, whether the result is uncertain, and four other candidates. Use it when the user asks where a photo was taken or what kind of place it shows.',
);

export const properties = recognitionProperties();

/** Recognizes which of the 43 scenes each photo shows. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const service = { key: 'scene', path: '/v1/scene' };
	return await recognizeImages(context, service, async () => sceneName);
}

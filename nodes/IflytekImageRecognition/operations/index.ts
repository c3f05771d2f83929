import { collectResource, collectResources } from '../../shared/description/operations';
import * as recognizeObject from './object/recognize';
import * as recognizeScene from './scene/recognize';

const object = collectResource(
	{
		name: 'Object',
		value: 'object',
		description: 'What a photo shows, out of more than 20,000 kinds of things',
	},
	'recognize',
	[recognizeObject],
);

const scene = collectResource(
	{
		name: 'Scene',
		value: 'scene',
		description: 'Where a photo was taken, out of 43 kinds of places',
	},
	'recognize',
	[recognizeScene],
);

/** What the node offers, in the order in which the editor lists it. */
export const { properties, execute } = collectResources('scene', [object, scene]);

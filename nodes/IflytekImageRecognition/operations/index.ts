import {
	collectResource,
	collectResources,
	type Operation,
} from '../../shared/description/operations';
import * as recognizeObject from './object/recognize';
import * as recognizeScene from './scene/recognize';

const resource = (name: string, description: string, operation: Operation) =>
	collectResource({ name, value: name.toLowerCase(), description }, 'recognize', [operation]);

/** What the node offers, in the order in which the editor lists it. */
export const { properties, execute } = collectResources('scene', [
	resource(
		'Object',
		'What a photo shows, out of more than 20,000 kinds of things',
		recognizeObject,
	),
	resource('Scene', 'Where a photo was taken, out of 43 kinds of places', recognizeScene),
]);

import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../shared/items/item';
import type { ImageEncoding } from '../service/request';

const ANNOTATED_IMAGE_FIELD = 'annotatedImage';

/** Entries of Options that only pictures have. */
export const pictureOptionProperties = {
	minimumConfidence: {
		displayName: 'Minimum Confidence',
		name: 'minimumConfidence',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
		default: 0.8,
		description:
			'Recognition confidence below which a field is listed in uncertainFields and marked for review',
	},
	includeAnnotatedImage: {
		displayName: 'Include Annotated Image',
		name: 'includeAnnotatedImage',
		type: 'boolean',
		default: false,
		description:
			'Whether to add an HTML file that shows the picture with a box, value and confidence for each field, doubtful ones marked',
	},
	annotatedImageField: {
		displayName: 'Annotated Image Field',
		name: 'annotatedImageField',
		type: 'string',
		default: ANNOTATED_IMAGE_FIELD,
		placeholder: 'e.g. annotatedImage',
		description: 'The name of the output binary field to put the annotated image in',
	},
	includeConfidenceScores: {
		displayName: 'Include Confidence Scores',
		name: 'includeConfidenceScores',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the lowest recognition confidence of each field, from 0 to 1, as confidences',
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	includePositions: {
		displayName: 'Include Positions',
		name: 'includePositions',
		type: 'boolean',
		default: false,
		description: 'Whether to add the corners of each field in the picture, in pixels, as positions',
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	includeRawText: {
		displayName: 'Include Raw Text',
		name: 'includeRawText',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the text of each field as it was recognized, before it became a number or a date, as rawText',
		displayOptions: { hide: { '/output': ['fullResponse'] } },
	},
	imageFormat: {
		displayName: 'Image Format',
		name: 'imageFormat',
		type: 'options',
		options: [
			{ name: 'BMP', value: 'bmp' },
			{ name: 'Detect Automatically', value: 'auto' },
			{ name: 'JPEG', value: 'jpeg' },
			{ name: 'PNG', value: 'png' },
		],
		default: 'auto',
		description: 'A picture in another format than this is refused before anything is sent',
	},
} satisfies Record<string, INodeProperties>;

/** Whether to add an HTML file with the picture and what was read from it. */
export function wantsAnnotatedImage({ options }: Item): boolean {
	return options.includeAnnotatedImage === true;
}

/** The output field that the annotated image goes to. */
export function annotatedImageField({ options }: Item): string {
	return String(options.annotatedImageField ?? '').trim() || ANNOTATED_IMAGE_FIELD;
}

/**
 * The format that the request names.
 * @throws NodeOperationError when the option names a format that the picture does not have
 */
export function readEncoding(item: Item, format: 'bmp' | 'jpg' | 'png'): ImageEncoding {
	const given = String(item.options.imageFormat || 'auto');
	const isFormat = given === format || (given === 'jpeg' && format === 'jpg');
	if (given !== 'auto' && !isFormat) {
		throw item.inputError(
			`'Image Format' is set to ${given.toUpperCase()}, but the picture is a ${format.toUpperCase()}`,
			"Set the option 'Image Format' to Detect Automatically.",
		);
	}
	return (given === 'auto' ? format : given) as ImageEncoding;
}

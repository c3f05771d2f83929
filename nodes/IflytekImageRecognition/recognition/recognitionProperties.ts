import type { INodeProperties } from 'n8n-workflow';

import { givenFileProperties, inputFileProperty } from '../../shared/description/fileField';
import {
	choices,
	includeInputFieldsProperty,
	optionsProperty,
} from '../../shared/description/properties';
import { requestOptionProperties } from '../../shared/description/requestOptions';
import { simplifyProperties } from '../../shared/description/toolOutput';
import { RECOGNITION_FIELDS } from '../output/recognitionItems';

const FORMATS = 'PNG, JPG, BMP or TIFF up to 800 kB';

/** The tool description of a recognition. */
export function toolText(what: string, use: string): string {
	return `Recognizes ${what} that a photo shows. Give the public http(s) address of a PNG, JPG, BMP or TIFF picture of at most 800 kB, or the picture itself as base64 text. ${use} When uncertain is true, mention the other candidates.`;
}

/** The parameters of a recognition: the image, where its names come from, the output, the options. */
export function recognitionProperties(namesProperties: INodeProperties[] = []): INodeProperties[] {
	return [
		...givenFileProperties('image', FORMATS, {
			url: 'A web address that the service fetches by itself; n8n does not download it',
			urlExample: 'picture.jpg',
		}),
		...namesProperties,
		...simplifyProperties({
			fields: RECOGNITION_FIELDS,
			selected: ['nameEnglish', 'score', 'uncertain', 'explanation'],
		}),
		optionsProperty([
			{
				displayName: 'Minimum Score',
				name: 'minimumScore',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 3 },
				default: 0,
				description: 'Lowest score, from 0 to 1, at which a result counts as certain',
			},
			{
				displayName: 'Below Minimum Score',
				name: 'belowMinimumScore',
				type: 'options',
				options: choices({
					drop: ['Drop', 'Leave the item out of the output'],
					mark: ['Mark as Uncertain', "Set 'uncertain' in the simplified output and say why"],
					error: ['Stop', "Treat the item as failed, as set under 'On Error'"],
				}),
				default: 'mark',
				description: "What to do with a result whose score is below 'Minimum Score'",
			},
			{
				displayName: 'Image Name',
				name: 'imageName',
				type: 'string',
				default: '',
				placeholder: 'e.g. photo.jpg',
				description:
					"Name under which the picture is sent. When empty, it is the file's name or the last part of the address.",
			},
			{ ...includeInputFieldsProperty, displayOptions: { hide: { '/simplify': [false] } } },
			inputFileProperty,
			...Object.values(requestOptionProperties),
		]),
	];
}

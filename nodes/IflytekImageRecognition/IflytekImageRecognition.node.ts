import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { runItems } from '../shared/items/itemLoop';
import { openService } from '../shared/http/client';
import { imageRecognitionProperties } from './description';
import { readImage, weighImage } from './imageRequest';
import { encodeImageParam } from './imageParam';
import { labelTableReader } from './labelTableInput';
import { decodeRecognition, SERVICE_NAME } from './recognitionAnswer';
import { readOutputSettings, shapeItems } from './recognitionItems';
import { sceneName } from './sceneLabels';

const PATHS: Record<string, string> = { object: '/v1/currency', scene: '/v1/scene' };

/**
 * Raw bytes under the form type, as the vendor's own clients send them. n8n's request helper takes the
 * type without a charset for form fields and does not send bytes under it.
 */
const CONTENT_TYPE = 'application/x-www-form-urlencoded; charset=utf-8';

export class IflytekImageRecognition implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'iFLYTEK Image Recognition',
		name: 'iflytekImageRecognition',
		icon: {
			light: 'file:../../icons/imageRecognition.svg',
			dark: 'file:../../icons/imageRecognition.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Tell which scene or which object a photo shows',
		defaults: { name: 'iFLYTEK Image Recognition' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'iflytekChecksumApi', required: true }],
		properties: imageRecognitionProperties,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const resource = this.getNodeParameter('resource', 0) as string;
		const service = await openService(this, {
			credentialType: 'iflytekChecksumApi',
			name: SERVICE_NAME,
			options: this.getNodeParameter('options', 0, {}) as IDataObject,
		});
		const labelTable = labelTableReader(this, service.policy);
		const settings = {
			inFlight: service.inFlight,
			weigh: (itemIndex: number) => weighImage(this, itemIndex),
		};

		const items = await runItems(this, settings, async (itemIndex) => {
			const output = readOutputSettings(this, itemIndex);
			const table =
				resource === 'object' && output.simplify ? await labelTable(itemIndex) : undefined;
			const image = await readImage(this, itemIndex);
			const answer = await service.call(
				itemIndex,
				{
					path: PATHS[resource]!,
					headers: {
						'X-Param': encodeImageParam(image.name, image.url),
						'Content-Type': CONTENT_TYPE,
					},
					body: image.bytes,
				},
				(httpAnswer) => decodeRecognition(httpAnswer, image.url !== undefined),
			);
			const names = resource === 'scene' ? sceneName : (label: number) => table?.get(label);
			const items = shapeItems(this, itemIndex, answer, {
				...output,
				names,
				imageName: image.name,
			});
			// the photo goes on with its result, to be saved, sorted or attached
			const { binary } = this.getInputData()[itemIndex]!;
			return binary === undefined ? items : items.map((item) => ({ ...item, binary }));
		});
		return [items];
	}
}

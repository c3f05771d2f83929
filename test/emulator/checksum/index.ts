import type { ChecksumAccount } from '../accounts';
import type { EmulatorModule } from '../core/types';
import { TruthTable } from '../images/truths';
import { imageService, OBJECT_LABELS, SCENE_LABELS } from './image';

/** Scene and object recognition, with the labels told by a test. */
export function checksumModule(
	accounts: ChecksumAccount[],
): EmulatorModule & { truths: TruthTable } {
	const truths = new TruthTable();
	const scene = { id: 'scene', path: '/v1/scene', labels: SCENE_LABELS } as const;
	const object = { id: 'object', path: '/v1/currency', labels: OBJECT_LABELS } as const;
	return {
		name: 'checksum',
		services: [imageService(scene, accounts, truths), imageService(object, accounts, truths)],
		reset: () => truths.reset(),
		control: { 'label-truth': truths.control },
		truths,
	};
}

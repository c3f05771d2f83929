import type { SignatureAccount } from '../accounts';
import type { EmulatorModule } from '../core/types';
import { TruthTable } from '../images/truths';
import { invoiceService } from './invoice';
import { textService } from './text';

/** Invoice recognition, where a test may tell what a picture shows, and text correction. */
export function signatureModule(accounts: SignatureAccount[]): EmulatorModule {
	const truths = new TruthTable();
	return {
		name: 'signature',
		services: [invoiceService(accounts, truths), textService(accounts)],
		reset: () => truths.reset(),
		control: { 'invoice-truth': truths.control },
	};
}

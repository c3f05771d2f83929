import type { SignatureAccount } from '../accounts';
import type { EmulatorModule } from '../core/types';
import { TruthTable } from '../images/truths';
import { invoiceService } from './invoice';
import { textService } from './text';

/** Invoice recognition and text correction, with the invoices told by a test. */
export function signatureModule(
	accounts: SignatureAccount[],
): EmulatorModule & { truths: TruthTable } {
	const truths = new TruthTable();
	return {
		name: 'signature',
		services: [invoiceService(accounts, truths), textService(accounts)],
		reset: () => truths.reset(),
		control: { 'invoice-truth': truths.control },
		truths,
	};
}

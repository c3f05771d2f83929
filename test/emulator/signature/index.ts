import type { SignatureAccount } from '../accounts';
import type { EmulatorModule } from '../core/types';
import { invoiceService } from './invoice';
import { textService } from './text';

/** Invoice recognition and text correction. */
export function signatureModule(accounts: SignatureAccount[]): EmulatorModule {
	return { name: 'signature', services: [invoiceService(accounts), textService(accounts)] };
}

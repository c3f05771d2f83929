/** An application's key pair for the signature services; every value here is made up. */
export interface SignatureAccount {
	appId: string;
	apiKey: string;
	apiSecret: string;
	/** Services it has a licence for. */
	licences: string[];
}

/** An application's key for the checksum services. */
export interface ChecksumAccount {
	appId: string;
	apiKey: string;
	licences: string[];
	/** With a list the IP whitelist is on; other callers are refused. */
	allowedIps?: string[];
}

export interface Accounts {
	signature: SignatureAccount[];
	checksum: ChecksumAccount[];
}

/** Pads a readable name to the 32 characters that keys have. */
const made = (name: string): string => `emulator-${name}-`.padEnd(32, '0');

/** Has a licence for every service. */
export const mainSignatureAccount: SignatureAccount = {
	appId: 'emuapp01',
	apiKey: made('main-key'),
	apiSecret: made('main-secret'),
	licences: ['invoice', 'text'],
};

export const invoiceOnlyAccount: SignatureAccount = {
	appId: 'emuapp02',
	apiKey: made('invoice-key'),
	apiSecret: made('invoice-secret'),
	licences: ['invoice'],
};

export const textOnlyAccount: SignatureAccount = {
	appId: 'emuapp03',
	apiKey: made('text-key'),
	apiSecret: made('text-secret'),
	licences: ['text'],
};

/** Another application: its app id with the main key is 10313. */
export const secondSignatureAccount: SignatureAccount = {
	appId: 'emuapp04',
	apiKey: made('second-key'),
	apiSecret: made('second-secret'),
	licences: ['invoice', 'text'],
};

export const mainChecksumAccount: ChecksumAccount = {
	appId: 'emuapp01',
	apiKey: made('image-key'),
	licences: ['scene', 'object'],
};

export const sceneOnlyAccount: ChecksumAccount = {
	appId: 'emuapp02',
	apiKey: made('scene-key'),
	licences: ['scene'],
};

/** Refuses everybody: its whitelist holds one address of the documentation range. */
export const whitelistedAccount: ChecksumAccount = {
	appId: 'emuapp05',
	apiKey: made('whitelist-key'),
	licences: ['scene', 'object'],
	allowedIps: ['203.0.113.7'],
};

export const defaultAccounts: Accounts = {
	signature: [mainSignatureAccount, invoiceOnlyAccount, textOnlyAccount, secondSignatureAccount],
	checksum: [mainChecksumAccount, sceneOnlyAccount, whitelistedAccount],
};

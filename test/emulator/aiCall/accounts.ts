/** An application of the call platform; every value here is made up. */
export interface AiCallAccount {
	appKey: string;
	appSecret: string;
	appId: string;
	businessId: string;
	/** Services that its tokens have no permission for (10002). */
	forbidden?: string[];
}

/** Pads a readable name to the length that the specification gives. */
const made = (name: string, length: number): string => `emulator-${name}-`.padEnd(length, '0');

export const mainAiCallAccount: AiCallAccount = {
	appKey: made('call-key', 48),
	appSecret: made('call-secret', 44),
	appId: 'emuapp01',
	businessId: '20001',
};

/** Another application: it has tasks and tokens of its own. */
export const secondAiCallAccount: AiCallAccount = {
	appKey: made('second-call-key', 48),
	appSecret: made('second-call-secret', 44),
	appId: 'emuapp04',
	businessId: '20001',
};

export const defaultAiCallAccounts: AiCallAccount[] = [mainAiCallAccount, secondAiCallAccount];

import { randomBytes } from 'node:crypto';
import type { AiCallAccount } from './accounts';

interface Token {
	account: AiCallAccount;
	expiresAt: number;
	stale: boolean;
}

/** The tokens issued, with the time at which each stops being good. */
export class Tokens {
	private tokens = new Map<string, Token>();
	private refused: Record<string, number> = {};

	/** @param onIssue is told every token issued, and outlives a reset */
	constructor(private readonly onIssue: (token: string) => void = () => {}) {}

	/** A new token, good for `lifetime` seconds from `now`; others of the account may end with it. */
	issue(account: AiCallAccount, now: number, lifetime: number, invalidateOld: boolean): string {
		if (invalidateOld) {
			for (const token of this.tokens.values()) {
				if (token.account === account) token.stale = true;
			}
		}
		const text = randomBytes(16).toString('hex');
		this.tokens.set(text, { account, expiresAt: now + lifetime * 1000, stale: false });
		this.onIssue(text);
		return text;
	}

	/** Whose token it is; `stale` when it was once good, null when it was never issued. */
	find(text: string | null, now: number): { account: AiCallAccount; stale: boolean } | null {
		const token = text === null ? undefined : this.tokens.get(text);
		if (!token) return null;
		return { account: token.account, stale: token.stale || now >= token.expiresAt };
	}

	countRefusal(code: number): void {
		this.refused[code] = (this.refused[code] ?? 0) + 1;
	}

	/** Every token issued so far stops being good. */
	revokeAll(): void {
		for (const token of this.tokens.values()) token.stale = true;
	}

	/** Tokens issued since the last reset, those that would be accepted now, and refusals by code. */
	view(now: number) {
		return {
			issued: this.tokens.size,
			valid: [...this.tokens.values()].filter((t) => !t.stale && now < t.expiresAt).length,
			refused: { ...this.refused },
		};
	}

	reset(): void {
		this.tokens.clear();
		this.refused = {};
	}
}

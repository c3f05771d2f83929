import { createHash } from 'node:crypto';
import { z } from 'zod';
import { anything, checked } from '../core/rules';
import { ControlError, type JsonObject } from '../core/types';

const LIMIT = 10_000;

const told = z
	.strictObject({ sha256: z.string().optional(), url: z.string().optional(), truth: anything })
	.refine(({ sha256: hash, url }) => (hash ?? url) !== undefined, "Say 'sha256' or 'url'.");

export const sha256 = (bytes: Buffer | string): string =>
	createHash('sha256').update(bytes).digest('hex');

/** What an image or URL shows, told by a test for images that do not say so themselves. */
export class TruthTable {
	private readonly truths = new Map<string, unknown>();

	/** `of` is the SHA-256 of the image bytes in hexadecimal, or a URL. */
	tell(of: string, truth: unknown): void {
		if (this.truths.size >= LIMIT) {
			throw new ControlError(`No more than ${LIMIT} truths are kept; reset forgets them.`);
		}
		this.truths.set(of, truth);
	}

	of(key: string): unknown {
		return this.truths.get(key) ?? null;
	}

	reset(): void {
		this.truths.clear();
	}

	/** The control call: {sha256 or url, truth}. */
	readonly control = (body: JsonObject): JsonObject => {
		const { sha256: hash, url, truth } = checked(told, body, 'truth');
		this.tell(hash?.toLowerCase() ?? url ?? '', truth);
		return {};
	};
}

/** Whether a secret that is pasted into a URL unescaped arrives whole. */
export function isUrlSafe(secret: string): boolean {
	return /^[!-~]*$/.test(secret) && !/[#%&]/.test(secret);
}

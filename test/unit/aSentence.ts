/** Matches a sentence that tells the user something, whatever its wording. */
export const aSentence: unknown = expect.stringMatching(/^['"A-Z].{12,}[.”]$/s);

/** Matches what a problem says in Chinese rows. */
export const inChinese: unknown = {
	message: expect.stringMatching(/\p{Script=Han}/u),
	remedy: expect.any(String),
};

/** Matches a sentence that tells the user something, whatever its wording. */
export const aSentence: unknown = expect.stringMatching(/^['"A-Z].{12,}[.”]$/s);

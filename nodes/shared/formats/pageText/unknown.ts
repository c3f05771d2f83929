/** Stands for a character that neither the file nor the service identifies (U+FFFD). */
export const UNKNOWN = '\uFFFD';

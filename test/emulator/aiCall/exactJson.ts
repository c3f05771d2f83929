/** JSON text in which a bigint is written as a number with all its digits. */
export function exactJson(value: unknown): string {
	if (typeof value === 'bigint') return value.toString();
	if (Array.isArray(value)) return `[${value.map(exactJson).join(',')}]`;
	if (typeof value === 'object' && value !== null) {
		const members = Object.entries(value)
			.filter(([, member]) => member !== undefined)
			.map(([key, member]) => `${JSON.stringify(key)}:${exactJson(member)}`);
		return `{${members.join(',')}}`;
	}
	return JSON.stringify(value ?? null);
}

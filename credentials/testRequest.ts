/** What the tests of all credentials have in common: the rules look at the answer, whatever its status. */
export const TEST_REQUEST = {
	baseURL: '={{$credentials.baseUrl}}',
	method: 'POST',
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	json: true,
} as const;

/** Stands in a test for the path of the service while none is chosen. */
const UNCHOSEN_SERVICE = '/no-service-chosen';

/** An n8n expression for what a test sends to the chosen service, from one for each. */
export function forService(
	expressions: Record<string, string>,
	withoutService = `"${UNCHOSEN_SERVICE}"`,
): string {
	const choice = Object.entries(expressions).reduceRight(
		(others, [service, expression]) =>
			`$credentials.testService === "${service}" ? (${expression}) : ${others}`,
		withoutService,
	);
	return `={{${choice}}}`;
}

/**
 * Ends a credential test for which no service was chosen: n8n runs it all the same, and another service than
 * the keys are for would refuse them.
 * @throws Error that says what to choose
 */
export function refuseUntilChosen({ pathname }: URL): void {
	if (!pathname.endsWith(UNCHOSEN_SERVICE)) return;
	throw new Error("Under 'Service', choose the service that the keys are for. Nothing was sent.");
}

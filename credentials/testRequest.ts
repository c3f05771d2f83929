/** The common part of all credential tests: their rules look at the answer, whatever its status. */
export const TEST_REQUEST = {
	baseURL: '={{$credentials.baseUrl}}',
	method: 'POST',
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	json: true,
} as const;

/** Stands in a test for the path of the service while none is chosen. */
const UNCHOSEN_SERVICE = '/no-service-chosen';

/** An n8n expression that chooses one of several expressions, by the credential's *Service*. */
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
 * Ends a credential test for which no service was chosen: n8n runs it all the same, and a service that the
 * keys are not for would refuse them.
 * @throws Error that tells the user to choose one
 */
export function refuseUntilChosen({ pathname }: URL): void {
	if (!pathname.endsWith(UNCHOSEN_SERVICE)) return;
	throw new Error("Under 'Service', choose the service that the keys are for. Nothing was sent.");
}

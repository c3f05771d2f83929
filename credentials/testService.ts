import type { INodePropertyOptions } from 'n8n-workflow';

import type { Scheme } from '../nodes/shared/http/codes';

/** The choices of *Service*. */
export function serviceOptions({ services }: Scheme): INodePropertyOptions[] {
	return Object.entries(services).map(([value, name]) => ({ name, value }));
}

/** Stands in a test for the path of the service while none is chosen. */
export const UNCHOSEN_SERVICE = '/no-service-chosen';

/**
 * Ends a credential test for which no service was chosen: n8n runs it all the same, and another service than
 * the keys are for would refuse them.
 * @throws Error that says what to choose
 */
export function refuseUntilChosen({ pathname }: URL): void {
	if (!pathname.endsWith(UNCHOSEN_SERVICE)) return;
	throw new Error("Under 'Service', choose the service that the keys are for. Nothing was sent.");
}

import { collectOperations } from '../../shared/description/operations';
import * as readEInvoice from './readEInvoice';
import * as recognize from './recognize';

/** What the node offers, in the order in which the editor lists it. */
export const { properties, execute } = collectOperations('recognize', [recognize, readEInvoice]);

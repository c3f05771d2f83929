import * as readEInvoice from './readEInvoice';
import * as recognize from './recognize';

/** Every operation of the node, by its value. */
export const operations = { recognize, readEInvoice };

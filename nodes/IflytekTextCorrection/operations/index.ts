import { collectOperations } from '../../shared/description/operations';
import * as correct from './correct';
import * as correctDocument from './correctDocument';

/** What the node offers, in the order in which the editor lists it. */
export const { properties, execute } = collectOperations('correct', [correct, correctDocument]);

import { collectOperations } from '../../shared/description/operations';
import * as read from './read';

/** What the node offers, in the order in which the editor lists it. */
export const { properties, execute } = collectOperations('read', [read]);

import { collectResource } from '../../../shared/description/operations';
import * as place from './place';

/** Calls without a task of their own. */
export const call = collectResource({ name: 'Call', value: 'call' }, 'place', [place]);

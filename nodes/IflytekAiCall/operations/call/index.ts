import { collect } from '../collect';
import * as place from './place';

/** Calls without a task of their own. */
export const call = collect({ name: 'Call', value: 'call' }, 'place', [place]);

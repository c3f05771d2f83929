import { collect } from '../collect';
import * as download from './download';

/** Recordings of calls. */
export const recording = collect({ name: 'Recording', value: 'recording' }, 'download', [download]);

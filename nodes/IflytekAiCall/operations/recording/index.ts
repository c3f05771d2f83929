import { collectResource } from '../../../shared/description/operations';
import * as download from './download';

/** Recordings of calls. */
export const recording = collectResource({ name: 'Recording', value: 'recording' }, 'download', [
	download,
]);

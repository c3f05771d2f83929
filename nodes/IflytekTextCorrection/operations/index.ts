import * as correct from './correct';

/** Every operation of the node, by its value. */
export const operations = { correct };

import { collectResources } from '../../shared/description/operations';
import { call } from './call';
import { configuration } from './configuration';
import { recording } from './recording';
import { task } from './task';

/** What the node offers, in the order in which the editor lists it. */
export const resources = [call, configuration, recording, task];

export const { properties, execute } = collectResources('call', resources);

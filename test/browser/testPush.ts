import type { EmulatorControl } from '../n8n/harness';
import type { NodePanel } from './nodePanel';

/** Lets an open trigger listen at its test URL, and a call end whose record the platform pushes there. */
export async function receiveTestPush(panel: NodePanel, emulator: EmulatorControl): Promise<void> {
	const url = await panel.testUrl();
	await panel.listen();
	await emulator.call('POST', 'aicall-settings', {
		urls: [{ url, url_module: 'receiveCallRecord' }],
	});
	await emulator.call('POST', 'aicall-inbound', { count: 1 });
	await emulator.call('POST', 'aicall-clock', { runOut: true });
	await panel.triggered();
}

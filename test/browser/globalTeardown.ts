export default async function globalTeardown(): Promise<void> {
	for (const stop of (globalThis.iflytekBrowserTests ?? []).reverse()) await stop();
}

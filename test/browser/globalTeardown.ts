export default async function globalTeardown(): Promise<void> {
	for (const running of globalThis.iflytekBrowserTests ?? []) await running.stop();
}

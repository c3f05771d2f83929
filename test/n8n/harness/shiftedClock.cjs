// Preloaded into an n8n whose clock tests set: the file that TEST_CLOCK names says by how many
// milliseconds it is ahead, and `<file>.seen.<process ID>` by how many it is now.
const { readFileSync, renameSync, watchFile, writeFileSync } = require('node:fs');

const { TEST_CLOCK: file } = process.env;
if (file) {
	// what n8n starts has the real time
	delete process.env.TEST_CLOCK;
	const RealDate = Date;
	let aheadMs = 0;
	const realNow = RealDate.now.bind(RealDate);
	const now = () => realNow() + aheadMs;
	globalThis.Date = new Proxy(RealDate, {
		apply: () => new RealDate(now()).toString(),
		construct: (target, args, type) =>
			Reflect.construct(target, args.length === 0 ? [now()] : args, type === Date ? target : type),
		get: (target, key) => (key === 'now' ? now : target[key]),
	});
	RealDate.prototype.constructor = Date;

	const read = () => {
		aheadMs = Number(readFileSync(file, 'utf8'));
		writeFileSync(`${file}.new.${process.pid}`, String(aheadMs));
		renameSync(`${file}.new.${process.pid}`, `${file}.seen.${process.pid}`);
	};
	read();
	watchFile(file, { interval: 100 }, read).unref();
}

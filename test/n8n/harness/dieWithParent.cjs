// Preloaded into every n8n that the harness starts: file descriptor 3 is a pipe whose other end only
// the parent holds, so its end means that the parent is gone, by whatever cause.
const { Socket } = require('node:net');

const lifeline = new Socket({ fd: 3, readable: true });
lifeline.on('error', () => {});
lifeline.on('close', () => {
	// The negative id addresses the process group, which includes n8n's task runner.
	process.kill(-process.pid, 'SIGKILL');
});
lifeline.resume();
lifeline.unref();

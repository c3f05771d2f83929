import { spawn } from 'node:child_process';

export interface CommandResult {
	/** The exit code, or the signal or system code that ended it. */
	code: number | string;
	stdout: string;
	stderr: string;
}

/** Runs a command to its end; a non-zero exit is a result, not an exception. */
export async function runCommand(
	command: string,
	args: string[],
	options: {
		cwd?: string;
		env?: NodeJS.ProcessEnv;
		/** Another user to run as; root alone may. */
		uid?: number;
		gid?: number;
		onStderrLine?: (line: string) => void;
	} = {},
): Promise<CommandResult> {
	return await new Promise((done) => {
		const { onStderrLine, ...spawnOptions } = options;
		const child = spawn(command, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] });
		const stop = () => child.kill('SIGKILL');
		process.once('exit', stop);
		let stdout = '';
		let stderr = '';
		child.stdout.on('data', (chunk) => (stdout += chunk));
		child.stderr.on('data', (chunk) => {
			stderr += chunk;
			if (onStderrLine) String(chunk).split('\n').filter(Boolean).forEach(onStderrLine);
		});
		const finish = (code: number | string) => {
			process.off('exit', stop);
			done({ code, stdout, stderr });
		};
		child.once('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'ERROR'));
		child.once('close', (code, signal) => finish(code ?? signal ?? 'ERROR'));
	});
}

/** Like `runCommand`, but anything except exit code 0 throws with the end of the output. */
export async function mustRun(
	command: string,
	args: string[],
	options: Parameters<typeof runCommand>[2] = {},
): Promise<CommandResult> {
	const result = await runCommand(command, args, options);
	if (result.code !== 0) {
		const output = `${result.stdout}\n${result.stderr}`.trim().slice(-4000);
		throw new Error(`${command} ${args.join(' ')} ended with ${result.code}:\n${output}`);
	}
	return result;
}

import { createServer, type Server } from 'node:net';

export type SmtpServer = Server;

/** A mail server that takes every letter; `onLetter` gets its headers and text as they were sent. */
export function createSmtpServer(onLetter: (letter: string) => void): SmtpServer {
	return createServer((socket) => {
		let letter: string | undefined;
		let rest = '';
		socket.setEncoding('utf8').write('220 ready\r\n');
		socket.on('error', () => socket.destroy());
		socket.on('data', (chunk: string) => {
			const lines = (rest + chunk).split('\r\n');
			rest = lines.pop() ?? '';
			for (const line of lines) {
				if (letter === undefined) {
					const isData = /^DATA/i.test(line);
					if (isData) letter = '';
					socket.write(
						isData ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n',
					);
				} else if (line === '.') {
					onLetter(letter);
					letter = undefined;
					socket.write('250 taken\r\n');
				} else letter += `${line}\r\n`;
			}
		});
	});
}

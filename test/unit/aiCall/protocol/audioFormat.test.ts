import { audioFormat, textBeginning } from '../../../../nodes/IflytekAiCall/protocol/audioFormat';

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1');

it.each([
	['RIFF\x24\x00\x00\x00WAVEfmt ', 'audio/wav'],
	['ID3\x04\x00', 'audio/mpeg'],
	['\xff\xfb\x90\x64', 'audio/mpeg'],
	['\xff\xf1\x50\x80', 'audio/aac'],
	['OggS\x00\x02', 'audio/ogg'],
	['fLaC\x00', 'audio/flac'],
	['#!AMR\n', 'audio/amr'],
	['\x00\x00\x00\x20ftypM4A ', 'audio/mp4'],
	['.snd\x00\x00\x00\x18', 'audio/basic'],
	// raw samples: silence in G.711 μ-law and A-law
	['\xff\xff\xff\xff', undefined],
	['\xd5\xd5\xd5\xd5', undefined],
	['RIFF\x24\x00\x00\x00AVI ', undefined],
	['', undefined],
])('%j is %p by its bytes', (beginning, mimeType) => {
	expect(audioFormat(bytes(beginning))).toBe(mimeType);
});

it.each([
	['File not found', 'File not found'],
	['\n<html><body>Log in</body></html>', '<html><body>Log in</body></html>'],
	['{"code":404}', '{"code":404}'],
	[Buffer.from('文件不存在').toString('latin1'), '文件不存在'],
	['\xd5\x55\xd5\x54', undefined],
	['UUUUUUTTTTUUUU', undefined],
	['\x00\x01abc def', undefined],
	['', undefined],
])('%j begins with the text %p', (beginning, text) => {
	expect(textBeginning(bytes(beginning))).toBe(text);
});

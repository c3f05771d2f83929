import { audioFormat, textBeginning } from '../../../../nodes/IflytekAiCall/recording/audioFormat';

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1');

it.each([
	['RIFF\x24\x00\x00\x00WAVEfmt ', 'audio/wav'],
	['ID3\x04\x00', 'audio/mpeg'],
	['\xff\xfb\x90\x64', 'audio/mpeg'],
	['\xff\xe2\x90\x64', 'audio/mpeg'],
	['\xff\xf2\x90\x64', 'audio/mpeg'],
	['\xff\xf1\x50\x80', 'audio/aac'],
	['\xff\xf9\x50\x80', 'audio/aac'],
	['OggS\x00\x02', 'audio/ogg'],
	['fLaC\x00', 'audio/flac'],
	['#!AMR\n', 'audio/amr'],
	['\x00\x00\x00\x20ftypM4A ', 'audio/mp4'],
	['.snd\x00\x00\x00\x18', 'audio/basic'],
	['FORM\x00\x00\n\x10AIFFCOMM', 'audio/aiff'],
	['FORM\x00\x00\n\x10AIFCFVER', 'audio/aiff'],
	['\x1aE\xdf\xa3', 'audio/webm'],
	['RIFF\n\r\n\rWAVEfmt ', 'audio/wav'],
	['\r\n\r\nftypM4A ', 'audio/mp4'],
	['\nE\xdf\xa3', 'audio/webm'],
	// raw samples: silence in G.711 μ-law and A-law
	['\xff\xff\xff\xff', undefined],
	['\xd5\xd5\xd5\xd5', undefined],
	['RIFF\x24\x00\x00\x00AVI ', undefined],
	['FORM\x00\x00\n\x10ILBMBMHD', undefined],
	// a known beginning that stands further on
	...['RIFF1234WAVE', 'ID3', '\xff\xfb', '\xff\xf1', 'OggS', 'fLaC', '#!AMR', '1234ftyp', '.snd']
		.concat('FORM1234AIFF', '\x1aE\xdf\xa3')
		.map((signature): [string, undefined] => [`?${signature}`, undefined]),
	['', undefined],
])('%j is %p by its bytes', (beginning, mimeType) => {
	expect(audioFormat(bytes(beginning))).toBe(mimeType);
});

it.each([
	['File not found', 'File not found'],
	['\n<html><body>Log in</body></html>', '<html><body>Log in</body></html>'],
	['{"code":404}', '{"code":404}'],
	[Buffer.from('文件不存在').toString('latin1'), '文件不存在'],
	['a b\tc\nd', 'a b\tc\nd'],
	['abcd', 'abcd'],
	['abcabcabc', undefined],
	['abcd\x7f', undefined],
	['\xd5\x55\xd5\x54', undefined],
	// the sample ends inside of a character
	[`${'a b c '.repeat(85)}x${Buffer.from('文').toString('latin1')}`, `${'a b c '.repeat(85)}x`],
	[`${'a b c '.repeat(90)}\x00`, 'a b c '.repeat(86).slice(0, 512).trim()],
	['UUUUUUTTTTUUUU', undefined],
	['\x00\x01abc def', undefined],
	['', undefined],
])('%j begins with the text %p', (beginning, text) => {
	expect(textBeginning(bytes(beginning))).toBe(text);
});

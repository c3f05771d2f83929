import {
	chooseImageName,
	encodeImageParam,
} from '../../../../nodes/IflytekImageRecognition/recognition/imageRequest';

function decode(param: string): unknown {
	return JSON.parse(Buffer.from(param, 'base64').toString('utf8'));
}

describe('encodeImageParam', () => {
	it('sends the name alone when the picture is in the body', () => {
		expect(encodeImageParam({ name: 'photo.jpg' })).toBe('eyJpbWFnZV9uYW1lIjoicGhvdG8uanBnIn0=');
	});

	it('adds the address when the service is to fetch the picture', () => {
		const param = encodeImageParam({ name: 'a.png', url: 'https://example.com/a.png?x=1&y=2' });
		expect(decode(param)).toEqual({
			image_name: 'a.png',
			image_url: 'https://example.com/a.png?x=1&y=2',
		});
	});

	it('keeps a name outside ASCII', () => {
		const name = '草原斑马 – été 🦓.jpg';
		expect(decode(encodeImageParam({ name }))).toEqual({ image_name: name });
	});

	it('uses the standard alphabet without line breaks, also for long values', () => {
		// these characters become - and _ in the URL-safe alphabet
		const param = encodeImageParam({ name: 'ÿþ?>~'.repeat(200) });
		expect(param).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
		expect(param).toMatch(/[+/]/);
	});
});

describe('chooseImageName', () => {
	it('prefers what the user set', () => {
		expect(chooseImageName(' mine.png ', { fileName: 'file.png' })).toBe('mine.png');
	});

	it('takes the name of the file or address', () => {
		expect(chooseImageName('', { fileName: 'IMG_1.JPG', format: 'jpg' })).toBe('IMG_1.JPG');
	});

	it('makes a name from the format when there is none, because the service requires one', () => {
		expect(chooseImageName('  ', { format: 'tiff' })).toBe('image.tiff');
		expect(chooseImageName('', {})).toBe('image');
	});
});

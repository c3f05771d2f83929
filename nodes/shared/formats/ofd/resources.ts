import type { XmlElement } from '../xml/xml';
import { childOf, childrenOf, textOf, type OfdArchive } from './archive';

/** Kinds of pictures through which nothing shines; a seal is a PNG. */
const OPAQUE = /^(jpe?g|bmp|tiff?)$/i;

/** How an object is drawn: each as the object says it, else its drawing parameters or its layer's. */
export interface ObjectLook {
	fill: XmlElement | undefined;
	stroke: XmlElement | undefined;
	/** in millimeters */
	lineWidth: number;
	hasCaps: boolean;
}

/** Drawing parameters refer to others; more are a circle. */
const MAX_PARAMETERS = 8;
const USUAL_LINE = 0.353;

/** What the pages of a document refer to by its ID; what cannot be read is not there. */
export class Resources {
	/** whether nothing shines through each picture */
	readonly pictures = new Map<string, boolean>();

	/** drawings that pages place as one object */
	readonly units = new Map<string, XmlElement>();

	private readonly parameters = new Map<string, XmlElement>();

	/** @param locations of files that say what they are */
	async add(archive: OfdArchive, locations: XmlElement[], from: string): Promise<void> {
		for (const { text } of locations) {
			const resources = await archive.xml(archive.path(text.trim(), from)).catch(() => undefined);
			for (const one of childrenOf(childOf(resources, 'MultiMedias'), 'MultiMedia')) {
				const format = one.attributes.Format ?? textOf(one, 'MediaFile').split('.').at(-1)!;
				this.pictures.set(one.attributes.ID ?? '', OPAQUE.test(format));
			}
			for (const one of childrenOf(childOf(resources, 'DrawParams'), 'DrawParam'))
				this.parameters.set(one.attributes.ID ?? '', one);
			const units = childOf(resources, 'CompositeGraphicUnits');
			for (const one of childrenOf(units, 'CompositeGraphicUnit'))
				this.units.set(one.attributes.ID ?? '', one);
		}
	}

	/** How an object of a layer is drawn. */
	lookOf(object: XmlElement, layer: XmlElement): ObjectLook {
		const said = [object, ...this.parametersOf(object), ...this.parametersOf(layer)];
		const first = <T>(of: (one: XmlElement) => T | undefined) =>
			said.map(of).find((one) => one !== undefined);
		return {
			fill: first((one) => childOf(one, 'FillColor')),
			stroke: first((one) => childOf(one, 'StrokeColor')),
			lineWidth: Number(first(({ attributes }) => attributes.LineWidth) ?? USUAL_LINE),
			hasCaps: (first(({ attributes }) => attributes.Cap) ?? 'Butt') !== 'Butt',
		};
	}

	/** The parameters that an element names, and those that they refer to. */
	private parametersOf({ attributes }: XmlElement): XmlElement[] {
		const found: XmlElement[] = [];
		let next = this.parameters.get(attributes.DrawParam ?? '');
		while (next !== undefined && found.length < MAX_PARAMETERS) {
			found.push(next);
			next = this.parameters.get(next.attributes.Relative ?? '');
		}
		return found;
	}
}

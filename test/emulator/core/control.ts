import { ControlError, type JsonObject } from './types';
import type { EmulatorServer } from './server';
import { isObject, only } from './rules';

function parse(body: Buffer): unknown {
	if (body.length === 0) return {};
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		throw new ControlError('The body is not JSON.');
	}
}

function object(value: unknown): JsonObject {
	if (!isObject(value)) throw new ControlError('The body is a JSON object.');
	return value;
}

function number(text: string | null, name: string): number | undefined {
	if (text === null) return undefined;
	if (!/^\d+$/.test(text)) throw new ControlError(`'${name}' is a whole number.`);
	return Number(text);
}

/**
 * Answers one call under /__control with a JSON value.
 * Throws a ControlError that says what is wrong with the call.
 */
export function handleControl(
	server: EmulatorServer,
	method: string,
	path: string,
	query: URLSearchParams,
	body: Buffer,
): unknown {
	const call = `${method} ${path}`;
	switch (call) {
		case 'GET /__control':
			return {
				services: server.services.map(({ id, path: at, faults }) => ({
					id,
					path: at,
					faults: Object.keys(faults),
				})),
				settings: server.settings,
			};
		case 'GET /__control/faults':
			return server.faults.view();
		case 'POST /__control/fault': {
			const orders = parse(body);
			const list = Array.isArray(orders) ? orders : [orders];
			return { ids: list.map((order) => server.faults.order(order)) };
		}
		case 'GET /__control/settings':
			return server.settings;
		case 'POST /__control/settings':
			return server.set(object(parse(body)));
		case 'POST /__control/reset':
			only(object(parse(body)));
			server.reset();
			return {};
		case 'GET /__control/ledger':
			only(Object.fromEntries(query), 'service', 'limit');
			return server.ledger.view({
				service: query.get('service') ?? undefined,
				limit: number(query.get('limit'), 'limit'),
			});
	}
	for (const module of server.modules) {
		for (const [name, handle] of Object.entries(module.control ?? {})) {
			if (call === `POST /__control/${name}`) return handle(object(parse(body)));
		}
	}
	throw new ControlError(`There is no control call '${call}'.`);
}

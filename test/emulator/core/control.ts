import { z } from 'zod';
import { ControlError, type JsonObject } from './types';
import type { EmulatorServer } from './server';
import { checked, isObject } from './rules';

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

const filter = z.strictObject({
	service: z.string().optional(),
	limit: z.coerce.number().int().min(0).optional(),
});

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
			server.reset();
			return {};
		case 'GET /__control/ledger':
			return server.ledger.view(checked(filter, Object.fromEntries(query), 'ledger'));
	}
	for (const module of server.modules) {
		for (const [name, handle] of Object.entries(module.control ?? {})) {
			if (call === `POST /__control/${name}`) return handle(object(parse(body)));
		}
	}
	throw new ControlError(`There is no control call '${call}'.`);
}

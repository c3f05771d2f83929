/** A credential that two users' projects share, as far as n8n lets it be shared without a license. */
import { mainAiCallAccount } from '../../emulator';
import { chain } from '../../support/chain';
import { N8nClient, nodeItems } from '../harness';
import { connect } from './connection';

const NODE = 'AI Call';
const { client, emulator, major } = connect();

beforeEach(async () => await emulator.reset());
afterAll(async () => await emulator.reset());

/** A second user, signed in; `remove` deletes it. */
async function member(): Promise<{ client: N8nClient; remove: () => Promise<void> }> {
	const [{ user }] = await client.request<Array<{ user: { id: string; inviteAcceptUrl: string } }>>(
		'POST',
		'/rest/invitations',
		[{ email: 'member@example.com', role: 'global:member' }],
	);
	const other = new N8nClient(client.url, client.major);
	await other.request('POST', `/rest/invitations/${user.id}/accept`, {
		inviterId: new URL(user.inviteAcceptUrl).searchParams.get('inviterId'),
		firstName: 'Second',
		lastName: 'Member',
		password: 'Member-Password-2',
	});
	return {
		client: other,
		remove: async () => await client.request('DELETE', `/rest/users/${user.id}`),
	};
}

/** A credential of the owner's, and what shares it with all users. */
async function created() {
	const { appKey, appSecret } = mainAiCallAccount;
	const draft = {
		name: 'AI Call of all',
		type: 'iflytekAiCallApi',
		data: { appKey, appSecret, baseUrl: `${emulator.url}/////////` },
	};
	const { id, name } = await client.createCredential(draft);
	const share = async () =>
		await client.request('PATCH', `/rest/credentials/${id}`, { ...draft, isGlobal: true });
	return { id, name, share };
}

/** Lists the voices in a workflow of this user's own project. */
async function voices(user: N8nClient, { id, name }: { id: string; name: string }) {
	const step = {
		name: NODE,
		type: 'n8n-nodes-iflytek.iflytekAiCall',
		parameters: { resource: 'configuration', operation: 'getAll', configuration: 'voices' },
		credentials: { iflytekAiCallApi: { id, name } },
	};
	const workflow = await user.createWorkflow(chain('Voices', [step]));
	const execution = await user.runToEnd(workflow.id);
	expect(execution.data.resultData.error?.message).toBeUndefined();
	await user.deleteWorkflow(workflow.id);
	return nodeItems(execution, NODE).length;
}

const issued = async () =>
	((await emulator.call('POST', 'aicall-tokens', {})) as { issued: number }).issued;

test('two users who share a credential have one token (n8n 1); n8n 2 shares none without a license', async () => {
	const { id, name, share } = await created();
	if (major === 2) {
		await expect(share()).rejects.toThrow('You are not licensed for sharing credentials');
		await client.deleteCredential(id);
		return;
	}
	await share();
	const other = await member();
	try {
		expect(await voices(other.client, { id, name })).toBeGreaterThan(0);
		expect(await voices(client, { id, name })).toBeGreaterThan(0);
		expect(await voices(other.client, { id, name })).toBeGreaterThan(0);
		expect(await issued()).toBe(1);
	} finally {
		await other.remove();
		await client.deleteCredential(id);
	}
});

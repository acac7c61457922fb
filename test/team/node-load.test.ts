/** A query node under load: who waits for whom, and what stays answerable. */
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { until } from '../../src/util/testing/until.ts';
import { modernMeta } from '../e2e/raw-client.ts';
import { askSlowly, askTool, NodeOrganisation } from './node-organisation.ts';

let organisation: NodeOrganisation;
/** A git host that takes connections and says nothing. */
let host: Server;
const connections = new Set<Socket>();
beforeEach(async () => {
  organisation = await NodeOrganisation.open();
  host = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => {}).once('close', () => connections.delete(socket));
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await organisation.close();
  for (const socket of connections) socket.destroy();
  host.close();
});

const files = { 'src/app.ts': 'export function app(): void {}\n' };

async function published(name: string): Promise<Repository> {
  const repository = await organisation.repository(name, files);
  await organisation.publish(repository);
  return repository;
}

it('fetches for one sender, however many repositories of a host that says nothing another one asks for', async () => {
  const silent: Repository[] = [];
  for (const at of [1, 2, 3, 4, 5]) silent.push(await published(`example.org/silent${at}`));
  const there = [await published('example.org/here'), await published('example.org/there')];
  const { port } = host.address() as AddressInfo;
  for (const { id, name } of silent) await organisation.catalogue.moveRepository(id, { url: `https://127.0.0.1:${port}/${name}`, defaultRef: 'main' }); // prettier-ignore
  const [ann, bob] = [await organisation.token('ann', null), await organisation.token('bob', null)];
  const node = await organisation.start();
  const ask = (token: string, { name }: Repository): ReturnType<typeof askTool> =>
    askTool(node, token, 'search', { pattern: 'app', project: name });
  const waiting = silent.map((one) => ask(ann, one));
  for (const one of waiting) one.catch(() => {});
  await until(() => connections.size === 2);
  for (const one of there) expect((await ask(bob, one)).status).toBe(200);
  // What another sender already waits for is fetched in the turn of whoever comes first.
  const common = ask(bob, silent.at(-1)!);
  common.catch(() => {});
  await until(() => connections.size === 3);
  expect((await fetch(`${node.url}/health`)).status).toBe(200);
  expect((await ask(bob, there[0]!)).status).toBe(200);
  expect(connections.size).toBe(3);
});

/** The headers of a client of an older version. */
function olderClient(token: string): Record<string, string> {
  return {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
  };
}

async function send(url: string, headers: Record<string, string>, method: string, params: object): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}

it('lets a client of an older version go on at every node, also after its sender may read more', async () => {
  const [shop, bank] = [await published('example.org/shop'), await published('example.org/bank')];
  const [first, second] = [await organisation.start(), await organisation.start()];
  const ann = olderClient(await organisation.token('ann', [shop]));
  const clientInfo = { name: 'test', version: '1' };
  const begun = await send(first.url, ann, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo,
  });
  expect([begun.status, begun.headers.get('mcp-session-id')]).toEqual([200, null]);
  // It is told that there is nothing that needs a session.
  const { result } = (await begun.json()) as { result: { capabilities: Record<string, unknown> } };
  expect(result.capabilities).toMatchObject({ tools: {}, resources: { subscribe: false } });
  expect(result.capabilities).not.toHaveProperty('logging');
  expect((await fetch(`${first.url}/mcp`, { headers: ann })).status).toBe(405);
  const list = async (url: string): Promise<string> => (await send(url, ann, 'tools/list', {})).text();
  expect(await list(second.url)).toContain('"search_repo"');
  const { id } = (await organisation.catalogue.listPrincipals()).find(({ name }) => name === 'ann')!;
  await organisation.catalogue.grant(id, bank.id, 'read');
  for (const { url } of [first, second]) await expect.poll(() => list(url)).toContain('example.org/bank');
  // The id of a session that an earlier version gave.
  expect((await send(first.url, { ...ann, 'mcp-session-id': 'earlier' }, 'tools/list', {})).status).toBe(200);
});

it('answers who has begun to ask, however many others come meanwhile', async () => {
  const repository = await published('example.org/shop');
  const { url } = await organisation.start({ mostServed: 2 });
  const asked: Awaited<ReturnType<typeof askSlowly>>[] = [];
  for (const name of ['ann', 'bob', 'carol', 'dave']) asked.push(await askSlowly(url, await organisation.token(name, [repository]))); // prettier-ignore
  for (const name of ['erin', 'frank', 'grace']) {
    const other = await organisation.token(name, [repository]);
    expect((await send(url, olderClient(other), 'tools/list', {})).status).toBe(200);
  }
  for (const { finish } of asked) finish();
  for (const { answer } of asked) expect(await answer).toContain('src/app.ts');
});

it('tells a client that subscribes that it will hear of nothing', async () => {
  const repository = await published('example.org/shop');
  const { url } = await organisation.start();
  const method = 'subscriptions/listen';
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...olderClient(await organisation.token('ann', [repository])),
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 'listen', method },
      params: { notifications: { resourceSubscriptions: ['codebase://files'] }, _meta: modernMeta() },
    }),
  });
  // The stream ends, since nothing will come.
  const events = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  expect(events.map((line) => JSON.parse(line.slice(6)) as unknown)).toMatchObject([
    { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
    { id: 'listen', result: { resultType: 'complete' } },
  ]);
});

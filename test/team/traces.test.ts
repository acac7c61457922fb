/** Traces of real processes at a real collector: a job of a worker, a question that one node passes on to another, a webhook; and metrics of the same. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { choicesFor } from '../../src/engine/node/assignment.ts';
import { makeToken, tokenDigest } from '../../src/team/catalogue/tokens.ts';
import { until } from '../../src/util/testing/until.ts';
import { programEntry } from '../program-entry.ts';
import { Organisation } from './organisation.ts';
import { TraceReceiver } from './trace-receiver.ts';

const name = 'example.org/secret/shop';
const person = 'annabel';
const query = 'reticulate the splines';

interface Started {
  child: ChildProcess;
  /** The first line of its output. */
  said: Record<string, string>;
  ended: Promise<number | null>;
}

class Traced {
  readonly organisation = new Organisation(null);
  readonly receiver = new TraceReceiver();
  endpoint = '';
  token = makeToken();
  id = 0;

  static async open(): Promise<Traced> {
    const one = new Traced();
    onTestFinished(() => one.receiver.close());
    one.endpoint = await one.receiver.listen();
    const { organisation } = one;
    await organisation.open();
    const { catalogue } = organisation;
    // Too large for what the cache of a node takes before anybody asks: so it is fetched for a question.
    const more = Array.from({ length: 800 }, (_, at) => `export function pack${at}of${at * 7919}(): number {\n  return ${at};\n}\n`); // prettier-ignore
    const root = organisation.written('shop', { 'src/cart.ts': 'export function reticulateSplines(): number { return 1; }\n', 'src/more.ts': more.join('') }); // prettier-ignore
    one.id = (await catalogue.addRepository({ name, url: `file://${root}`, defaultRef: 'main', forkOf: null })).id;
    const { id } = await catalogue.addPrincipal('person', person);
    await catalogue.grant(id, one.id, 'read');
    await catalogue.addToken({ digest: tokenDigest(one.token), principal: id, name: 't', repositories: null, may: 'read', validMs: 3_600_000 }); // prettier-ignore
    return one;
  }

  async start(args: string[], more: Record<string, string> = {}): Promise<Started> {
    const { top, key } = this.organisation;
    const environment = { ...this.organisation.environment(), CODE_SCOUT_TEAM_KEYS: key, OTEL_EXPORTER_OTLP_ENDPOINT: this.endpoint, ...more }; // prettier-ignore
    const child = spawn(process.execPath, [programEntry, ...args, '--json'], { cwd: top, env: environment, stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
    const ended = new Promise<number | null>((done) => child.on('close', done));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    const line = await new Promise<string>((done) => createInterface({ input: child.stdout }).once('line', done));
    return { child, said: JSON.parse(line) as Record<string, string>, ended };
  }

  worker(more: Record<string, string> = {}): Promise<Started> {
    const { top, store } = this.organisation;
    return this.start(['worker', '--to', store, '--key', join(top, 'key.pem'), '--folder', join(top, 'w'), '--once', '--metrics-port', '0'], more); // prettier-ignore
  }

  node(named: string, more: Record<string, string> = {}): Promise<Started> {
    const { top, location, store } = this.organisation;
    return this.start(['serve', '--catalogue', location, '--team', store, '--folder', join(top, named), '--port', '0', '--node', named, '--metrics-port', '0', '--cache', '1'], more); // prettier-ignore
  }

  async ask(url: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await fetch(`${url}/api/tools/search_repo`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    return `${response.status} ${await response.text()}`;
  }
}

it('are of a job, of a question across two nodes, and have nothing of what is asked, by whom, and of what', async () => {
  const traced = await Traced.open();
  const { receiver } = traced;
  const worker = await traced.worker({ OTEL_SERVICE_NAME: 'indexers' });
  expect(await worker.ended).toBe(0);
  const job = receiver.spans.find((span) => span.name === 'job')!;
  expect(receiver.tree(job.traceId)).toEqual([
    'indexers job',
    '  indexers checkout',
    '  indexers git fetch',
    '  indexers make snapshot',
    '    indexers index',
    '    indexers push',
    '  indexers publish',
  ]);
  const nodes = [await traced.node('n1'), await traced.node('n2')];
  const [first] = choicesFor(traced.id, [{ name: 'n1' }, { name: 'n2' }]);
  const [own, other] = first!.name === 'n1' ? nodes : nodes.toReversed();
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  // As soon as the nodes have heard of each other.
  await until(async () => {
    expect(await traced.ask(other!.said['url']!, { traceparent: parent })).toContain('reticulateSplines');
    return receiver.spans.some((span) => span.name === 'pass on');
  });
  await until(() => receiver.spans.some((span) => span.name === 'compare' && span.traceId === 'a'.repeat(32)));
  const passed = receiver.spans.find((span) => span.name === 'pass on')!;
  expect(passed).toMatchObject({ kind: 3, attributes: { 'http.response.status_code': 200 }, isFailed: false });
  // The request of the client, the question at the node that passes it on, and the answer of the other.
  const asked = receiver.spans.find((span) => span.spanId === passed.parent)!;
  expect(asked).toMatchObject({ name: 'POST /api/tools/*', kind: 2, parent: 'b'.repeat(16) });
  await until(() => receiver.tree(passed.traceId, passed.spanId).length > 1);
  const [there, tool] = receiver.tree(passed.traceId, passed.spanId);
  expect([there, tool]).toEqual(['code-scout-node POST /api/tools/*', '  code-scout-node tool search_repo']);
  const fetched = receiver.spans.find((span) => span.name === 'fetch snapshot')!;
  expect(receiver.tree(fetched.traceId, fetched.spanId).map((line) => line.trim())).toEqual([
    'code-scout-node checkout',
    'code-scout-node compare',
    'code-scout-node git fetch',
    'code-scout-node pull index',
  ]);
  // The same over the protocol.
  const ofProtocol = 'c'.repeat(32);
  const reply = await fetch(`${own!.said['url']}/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${traced.token}`, 'content-type': 'application/json' },
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
      traceparent: `00-${ofProtocol}-${'b'.repeat(16)}-01`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_repo', arguments: { query } } }), // prettier-ignore
  });
  expect(await reply.text()).toContain('reticulateSplines');
  const protocolTree = (): string[] => receiver.tree(ofProtocol, 'b'.repeat(16));
  await until(() => protocolTree().length > 1);
  expect(protocolTree()).toEqual(['code-scout-node POST /mcp', '  code-scout-node tool search_repo']);
  for (const secret of [name, 'shop', person, traced.token, query, 'splines', 'cart', traced.organisation.top])
    expect(receiver.text).not.toContain(secret);
  const metrics = async ({ said }: Started): Promise<string> => (await fetch(said['metrics']!)).text();
  expect(await metrics(other!)).toMatch(/code_scout_node_passed_total\{to="first"\} [1-9]/);
  expect(await metrics(own!)).toMatch(/code_scout_tool_calls_total\{tool="search_repo",outcome="ok"\} [1-9]/);
  for (const node of nodes) {
    const text = await metrics(node);
    expect(text).toContain('code_scout_catalogue_up 1');
    expect(text).toMatch(/code_scout_node_fetch_seconds_count \d/);
    for (const secret of [name, person, query, traced.organisation.top]) expect(text).not.toContain(secret);
    expect((await fetch(node.said['metrics']!.replace(/metrics$/, 'health'))).status).toBe(200);
    // What is served to users says nothing of the process.
    expect((await fetch(`${node.said['url']}/metrics`, { headers: { authorization: `Bearer ${traced.token}` } })).status).toBe(404); // prettier-ignore
  }
});

it('name repositories where a setting says so', async () => {
  const traced = await Traced.open();
  const { ended } = await traced.worker({ CODE_SCOUT_TRACES_REPOSITORIES: 'true' });
  expect(await ended).toBe(0);
  const job = traced.receiver.spans.find((span) => span.name === 'job');
  expect(job).toMatchObject({ service: 'code-scout-worker', attributes: { 'code_scout.repository': name } });
});

it('are of a webhook, whose sender cannot make it a part of another trace', async () => {
  const traced = await Traced.open();
  const secret = 'a-secret-of-more-than-thirty-two-letters';
  writeFileSync(join(traced.organisation.top, 'secret'), `${secret}\n`, { mode: 0o600 });
  const hooks = await traced.start(['hooks', '--port', '0', '--secret-file', 'secret']);
  const body = JSON.stringify({ ref: 'refs/heads/main', before: '1'.repeat(40), after: '2'.repeat(40), repository: { clone_url: `https://${name}.git`, default_branch: 'main' } }); // prettier-ignore
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-github-event': 'push', 'x-hub-signature-256': signature, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }; // prettier-ignore
  expect((await fetch(`${hooks.said['url']}/hooks/github`, { method: 'POST', headers, body })).status).toBe(202);
  await until(() => traced.receiver.spans.length > 1);
  const hear = traced.receiver.spans.find((span) => span.name === 'hear')!;
  expect(traced.receiver.tree(hear.traceId)).toEqual([
    'code-scout-hooks POST /hooks/github',
    '  code-scout-hooks hear',
  ]);
  expect(traced.receiver.text).not.toContain('shop');
});

it('hold up no question and no end where the collector does not answer', async () => {
  const traced = await Traced.open();
  expect(await (await traced.worker()).ended).toBe(0);
  traced.receiver.isSilent = true;
  const node = await traced.node('n1');
  expect(await traced.ask(node.said['url']!)).toContain('reticulateSplines');
  await until(() => traced.receiver.requests > 0);
  // The library has sent what it had, and waits for ever.
  expect(await traced.ask(node.said['url']!)).toContain('reticulateSplines');
  node.child.kill('SIGTERM');
  expect(await node.ended).toBe(0);
});

it('are not sent where they are switched off, and a wrong sampler is refused', async () => {
  const traced = await Traced.open();
  expect(await (await traced.worker({ OTEL_SDK_DISABLED: 'true' })).ended).toBe(0);
  expect(traced.receiver.requests).toBe(0);
  const { organisation } = traced;
  const args = ['worker', '--to', organisation.store, '--key', 'key.pem', '--folder', 'w', '--once'];
  const env = {
    ...organisation.environment(),
    OTEL_EXPORTER_OTLP_ENDPOINT: traced.endpoint,
    OTEL_TRACES_SAMPLER: 'mostly',
  };
  const child = spawn(process.execPath, [programEntry, ...args], { cwd: organisation.top, env, stdio: ['ignore', 'ignore', 'pipe'] }); // prettier-ignore
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  expect(await new Promise((done) => child.on('close', done))).toBe(2);
  expect(errors).toContain('OTEL_TRACES_SAMPLER is "mostly"');
});

/** What a node asks before it takes questions of others, over a real index. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../../engine/engine.ts';
import type { Engine } from '../../engine/types.ts';
import { tools } from '../../tools/registry.ts';
import type { Tool } from '../../tools/tool.ts';
import { startTraces } from '../../trace/otlp-tracer.ts';
import { traced, useTracer } from '../../util/tracing/spans.ts';
import { warmUp } from './warm-up.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-warm-up-'));
let engine: Engine;

beforeAll(async () => {
  writeFileSync(join(root, 'parcel.ts'), 'export function parcelValue(): number {\n  return 1;\n}\n');
  writeFileSync(
    join(root, 'total.ts'),
    "import { parcelValue } from './parcel';\nexport const total = parcelValue();\n",
  );
  const flags = { 'embedding.provider': 'off', 'database.path': ':memory:' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index({ embeddings: false });
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

/** The tools, with what they are asked. */
function recorded(): { tools: Tool[]; asked: string[] } {
  const asked: string[] = [];
  const run = (tool: Tool): Tool['run'] => {
    return (...call) => {
      asked.push(tool.name);
      return tool.run(...call);
    };
  };
  return { asked, tools: tools.map((tool) => ({ ...tool, run: run(tool) })) };
}

const open = (): Promise<{ name: string; engine: Engine }> => Promise.resolve({ name: 'example.org/team/parcel', engine }); // prettier-ignore

it('is a question of each kind that is asked most, which finds something', async () => {
  const { tools: served, asked } = recorded();
  const answers = await warmUp({ anyOpen: open }, served);
  expect(asked).toEqual(['search_repo', 'search_code', 'search', 'get_callers', 'explain_usage']);
  expect(answers.filter(({ isError }) => isError === true)).toEqual([]);
  for (const { texts } of answers) expect(texts.join('\n')).toContain('parcelValue');
});

it('is of the tools that are served', async () => {
  const { tools: served, asked } = recorded();
  await warmUp({ anyOpen: open }, served.filter(({ name }) => name === 'search_code')); // prettier-ignore
  expect(asked).toEqual(['search_code']);
});

it('holds a node up no longer than its time, whatever it waits for', async () => {
  const end = new AbortController();
  const begun = Promise.withResolvers<void>();
  const silent = new Proxy(engine, {
    get: (of, name) =>
      name === 'searchRepo' ? () => (begun.resolve(), new Promise(() => {})) : (Reflect.get(of, name) as unknown),
  });
  const warming = warmUp(
    { anyOpen: () => Promise.resolve({ name: 'team/parcel', engine: silent }) },
    tools,
    end.signal,
  );
  await begun.promise;
  end.abort();
  expect(await warming).toEqual([]);
});

it('is none where nothing is open, where it cannot be opened, and when its time is over', async () => {
  const { tools: served, asked } = recorded();
  expect(await warmUp({ anyOpen: () => Promise.resolve(null) }, served)).toEqual([]);
  expect(await warmUp({ anyOpen: () => Promise.reject(new Error('gone')) }, served)).toEqual([]);
  expect(await warmUp({ anyOpen: open }, served, AbortSignal.abort())).toEqual([]);
  expect(asked).toEqual([]);
});

it('is in no trace, since nobody asked it', async () => {
  let received = '';
  const collector = createServer((request, response) => {
    request.on('data', (part: Buffer) => (received += part.toString()));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  const onTrouble = (message: string): void => expect(message).toBe('');
  const traces = startTraces({ service: 'node', version: '1', sampler: null, samplerArgument: null, namesRepositories: false, onTrouble }); // prettier-ignore
  useTracer(traces.tracer);
  try {
    expect(await warmUp({ anyOpen: open }, tools)).toHaveLength(5);
    await traced('asked by somebody', {}, () => Promise.resolve());
  } finally {
    useTracer(null);
    await traces.close();
    vi.unstubAllEnvs();
    collector.close();
  }
  expect([...received.matchAll(/"name":"([^"]*)","kind"/g)].map(([, name]) => name)).toEqual(['asked by somebody']);
});

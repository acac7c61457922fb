/** The answers of the tools for names that mean several symbols, that are misspelled, or that name a member that a type inherits, on a real index. */
import { describe, expect, it } from 'vitest';
import { callTool } from '../../src/tools/call-tool.ts';
import { tools } from '../../src/tools/registry.ts';
import { indexed } from './real-index.ts';

const uses = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `export function ${name}${at}(it: Named) { it.write(); }\n`).join('');
const { engine } = await indexed({
  'package.json': '{ "name": "shop" }',
  'src/store.ts': `export interface Store { get(key: string): string; }
export class MemoryStore implements Store { get(key: string): string { return key; } put(key: string) { this.get(key); } drop() {} size = 1; }
export class DiskStore extends MemoryStore { sync() { this.put('x'); } }
`,
  'src/cache.ts': `export class Cache { get(key: string): string { return key; } warm() { this.get('x'); } }\n`,
  'src/app.ts': `import { Cache } from './cache';
import { MemoryStore } from './store';
export function main() { start(); }
function start() { new Cache().warm(); new MemoryStore().put('y'); }
`,
  'src/two.ts': `export class One { ping() {} }
export class Two { ping() {} }
export function both(one: One, two: Two) {
  one.ping();
  two.ping();
}
`,
  'src/sink.ts': `export interface Sink { flush(): void; }
export class FileSink implements Sink { flush() {} }
export function finish(it: Sink) { it.flush(); }
`,
  'src/lonely.ts': 'export function main() {}\n',
  'src/lonely.test.ts': "import { Cache } from './cache';\nfunction main() { new Cache().get('x'); }\nmain();\n",
  'src/write/a.ts': `export class Named { write() {} }\n${uses('use', 120)}`,
  'src/write/b.ts': 'export class Other { write() {} }\nexport function once(it: Other) { it.write(); }\n',
  'src/many/t1.ts': 'export class Twice { run() {} }\n',
  'src/many/t2.ts': 'export class Twice { run() {} }\n',
  'src/many/t3.ts': 'export const Twice = 1;\n',
  'src/often.ts': 'export function often() {}\n',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`src/often${at}.test.ts`, 'function often() {}\noften();\n'])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`src/many/m${at}.ts`, 'export function many() {}\n'])),
});

async function ask(tool: string, args: object): Promise<{ text: string; data: Record<string, unknown> }> {
  const context = { signal: new AbortController().signal, progress: null };
  const found = tools.find(({ name }) => name === tool)!;
  const { texts, structured } = await callTool(found, args, async () => engine, context);
  if (found.output !== null) expect(found.output.safeParse(structured).error).toBeUndefined();
  return { text: texts.join('\n'), data: structured ?? {} };
}

describe('a name with several meanings', () => {
  it('is answered for each under its own heading, what implements an interface before its declaration', async () => {
    const { text, data } = await ask('get_callers', { symbol: 'get' });
    expect(text.split('\n')[0]).toBe('"get" means 3 symbols; the likeliest is first.');
    expect(text.match(/^get_callers: .*$/gm)).toEqual([
      'get_callers: src/cache.ts#Cache.get',
      'get_callers: src/store.ts#MemoryStore.get',
      'get_callers: src/store.ts#Store.get',
    ]);
    expect(text).toContain('  Cache.warm [1] calls at 1\n');
    expect(data).toMatchObject({
      means: 3,
      meanings: [
        { target: { id: 'src/cache.ts#Cache.get' }, total: 2 },
        { target: { id: 'src/store.ts#MemoryStore.get' }, total: 1 },
        { target: { id: 'src/store.ts#Store.get' } },
      ],
    });
  });

  it('says of an interface with the callers of its implementation that they are the same', async () => {
    const { text, data } = await ask('get_callers', { symbol: 'flush' });
    expect(text.match(/finish \[3\]/g)).toHaveLength(1);
    expect(text).toContain('\nsrc/sink.ts#Sink.flush: the same answer as for src/sink.ts#FileSink.flush\n');
    expect(data).toMatchObject({ meanings: [{ total: 1 }, { same_as: 'src/sink.ts#FileSink.flush' }] });
    const usage = await ask('explain_usage', { symbol: 'flush' });
    expect(usage.text).toContain('\nUses: 2 (called 1, overridden 1), 1 of them shown above\n\nDefinition:\n');
    expect(usage.text.match(/called at 3 in finish/g)).toHaveLength(1);
  });

  it('shows callers of two symbols at different places for both', async () => {
    const { text } = await ask('get_callers', { symbol: 'ping' });
    expect(text).toMatch(/ both \[3-6\] calls at 4\n[^]* both \[3-6\] calls at 5\n/);
  });

  it('keeps the form of one answer when it means one symbol', async () => {
    const { text, data } = await ask('get_callers', { symbol: 'warm' });
    expect(text).toMatch(/^get_callers: src\/cache\.ts#Cache\.warm\n/);
    expect(data).toMatchObject({ target: { id: 'src/cache.ts#Cache.warm' }, total: 1 });
    expect(data).not.toHaveProperty('meanings');
  });

  it('shares the budget: what a short answer leaves is for the long one', async () => {
    const { text, data } = await ask('get_callers', { symbol: 'write', max_chars: 3000 });
    expect(text.length).toBeLessThan(3000);
    expect(JSON.stringify(data).length).toBeLessThan(3000);
    const [first, second] = data['meanings'] as { total: number; shown: number }[];
    expect(second).toMatchObject({ total: 1, shown: 1 });
    expect(first!.total).toBe(120);
    expect(first!.shown).toBeGreaterThan(15);
  });

  it('names the meanings for which there is no room', async () => {
    const { text, data } = await ask('get_neighbors', { symbol: 'get', max_chars: 1000 });
    expect(text).toMatch(/\nnot shown: .*src\/store\.ts#Store\.get\n/);
    expect(data).toMatchObject({ means: 3, others: expect.arrayContaining(['src/store.ts#Store.get']) });
  });

  it.each(['get_callers', 'get_callees', 'get_impact', 'get_neighbors', 'explain_usage'])(
    '%s answers for each, and refuses more than five',
    async (tool) => {
      const { text } = await ask(tool, { symbol: 'get' });
      for (const id of ['src/cache.ts#Cache.get', 'src/store.ts#MemoryStore.get', 'src/store.ts#Store.get'])
        expect(text).toMatch(new RegExp(`^\\w+: ${id}$`, 'm'));
      const many = await ask(tool, { symbol: 'many' });
      expect(many.text).toMatch(/^Error: "many" means 6 symbols\n/);
    },
  );

  it('says a note that all answers have once', async () => {
    const { text, data } = await ask('get_callers', { symbol: 'main', maxDepth: 1, file: 'src' });
    const note = 'note: Exported: code outside this project may call it.';
    expect(text.split(note)).toHaveLength(3);
    const lonely = await ask('get_callers', { symbol: 'drop', file: 'src/store.ts' });
    expect(lonely.text.split(note)).toHaveLength(2);
    expect(data['notes']).toBeUndefined();
  });

  it('is an error for a flowchart, which can show only one', async () => {
    expect((await ask('get_neighbors', { symbol: 'get', format: 'mermaid' })).text).toMatch(/^Error: "get" means 3/);
  });
});

it('a name with at most five meanings in code is answered for these, however many are in tests', async () => {
  const { text, data } = await ask('get_callers', { symbol: 'often' });
  expect(text.split('\n')[0]).toBe('"often" means 7 symbols; the likeliest is first, 6 in tests are only named.');
  expect(text.match(/^get_callers: .*$/gm)).toEqual(['get_callers: src/often.ts#often']);
  expect(text).toMatch(/\nnot shown: src\/often1\.test\.ts#often, .*src\/often6\.test\.ts#often\n/);
  expect(data).toMatchObject({ means: 7, meanings: [{ target: { id: 'src/often.ts#often' } }] });
  expect(data['others']).toHaveLength(6);
});

describe('the ends of a path', () => {
  it('are the meanings that are connected, of code before tests', async () => {
    const { text, data } = await ask('find_path', { from: 'main', to: 'get' });
    expect(text).toContain('"main" means 3 symbols; shown is the one that leads there first.\n');
    expect(text).toContain('"get" means 3 symbols; shown is the one that is reached first.\n');
    expect(data).toMatchObject({ from: { id: 'src/app.ts#main' }, to: { id: 'src/cache.ts#Cache.get' } });
  });

  it('may be in tests where only these are connected', async () => {
    const { data } = await ask('find_path', { from: 'main', to: 'src/store.ts#Store', fromFile: 'lonely.test.ts' });
    expect(data).toMatchObject({ total: 0 });
    const test = await ask('find_path', { from: 'main', to: 'get', fromFile: 'src/lonely.test.ts' });
    expect(test.data).toMatchObject({ from: { id: 'src/lonely.test.ts#main' }, total: 1 });
  });

  it('are the likeliest where none are connected', async () => {
    const { text } = await ask('find_path', { from: 'get', to: 'main' });
    expect(text).toContain('"get" means 3 symbols; none of them is on a path; the likeliest is shown.\n');
    expect(text).toContain('paths: no path');
  });
});

describe('the members of a type', () => {
  it('are asked about each, and those without callers are told together', async () => {
    const { text, data } = await ask('get_callers', { symbol: 'MemoryStore.*' });
    expect(text).toContain(
      `get_callers: src/store.ts#MemoryStore.*
members: 3

MemoryStore.get [2]: 1 in 1 file
  src/store.ts: MemoryStore.put 2
MemoryStore.put [2]: 2 in 2 files
  src/app.ts: start 4
  src/store.ts: DiskStore.sync 3

none: MemoryStore.drop
`,
    );
    expect(data).toMatchObject({
      means: 3,
      members: [
        { name: 'MemoryStore.get', total: 1, files: [{ path: 'src/store.ts', symbols: [{ at: [2] }] }] },
        { name: 'MemoryStore.put', total: 2 },
        { name: 'MemoryStore.drop', total: 0, summary: 'none' },
      ],
    });
  });

  it('have a number each, also where there is no room for names', async () => {
    const { text, data } = await ask('get_callers', { symbol: 'Named.*', max_chars: 1000 });
    expect(text.length).toBeLessThan(1000);
    expect(text).toMatch(
      /\nNamed\.write \[1\]: 120 in 1 file\n {2}src\/write\/a\.ts: use0 2; .*\n {2}\.\.\. and 1\d\d more\n/,
    );
    expect(data).toMatchObject({ members: [{ total: 120, more: expect.any(Number) }] });
  });

  it('of several types of one name are an error with the types', async () => {
    const { text } = await ask('get_callers', { symbol: 'Twice.*' });
    expect(text).toContain('Error: "Twice.*" means 2 symbols');
    expect(text).toContain('\n  src/many/t1.ts#Twice.*  class, line 1');
    const one = await ask('get_callers', { symbol: 'src/many/t1.ts#Twice.*' });
    expect(one.text).toMatch(/^get_callers: src\/many\/t1\.ts#Twice\.\*\nmembers: 1\n/);
  });

  it('are the type where it counts as a whole', async () => {
    const { text } = await ask('get_impact', { symbol: 'MemoryStore.*' });
    expect(text).toMatch(/^This is about MemoryStore as a whole\.\nget_impact: src\/store\.ts#MemoryStore\n/);
  });
});

describe('a name that no symbol has as it is written', () => {
  it('and that means too many symbols if it is corrected is an error that says what it was taken for', async () => {
    const { text } = await ask('get_callers', { symbol: 'MANY' });
    expect(text).toMatch(/^Error: "MANY", taken for many, means 6 symbols\n/);
  });

  it.each([
    ['memory stroe', 'Nothing is named "memory stroe"; this is about MemoryStore.'],
    ['DiskStore.put', 'DiskStore.put is inherited from MemoryStore.'],
    ['diskstore.Put()', 'Nothing is named "diskstore.Put()"; this is about DiskStore.put, inherited from MemoryStore.'],
  ])('%s is said in the first line', async (symbol, line) => {
    for (const tool of ['get_callers', 'get_callees', 'get_impact', 'get_neighbors', 'explain_usage']) {
      const { text } = await ask(tool, { symbol });
      expect(text.split('\n')[0]).toBe(line);
    }
    const { text, data } = await ask('get_callers', { symbol });
    expect(text).toContain('\nget_callers: src/store.ts#MemoryStore');
    expect(data).toMatchObject({ taken: line });
    expect((await ask('find_path', { from: 'app.ts', to: symbol })).text.split('\n')[0]).toBe(line);
    const drawn = await ask('get_neighbors', { symbol, format: 'mermaid' });
    expect(drawn.text).toMatch(/^%% .*MemoryStore.*\nflowchart/);
  });
});

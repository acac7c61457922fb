/** What V8 had compiled of the program when it was built: the program runs with it, and without it. */
import { readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackage, type Installed } from './packed-package.ts';

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
  installed.write({ 'project/package.json': '{}' });
  // So many that they are parsed in a thread.
  for (let i = 0; i < 120; i++) {
    installed.write({
      [`project/src/lamp${i}.ts`]: `export function sweep${i}(degrees: number): number { return degrees; }\n`,
    });
  }
  installed.write({ 'watch.mjs': watch, 'program.mjs': program, 'thread.mjs': thread });
});
afterAll(() => installed.remove());

/** Writes down of each script of the program whether V8 has taken its cache. */
const watch = `
import { appendFileSync } from 'node:fs';
import vm from 'node:vm';
// The tests' own, by which they are kept from the network.
delete process.env.NODE_OPTIONS;
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (options?.filename?.endsWith('.cjs'))
      appendFileSync(new URL('taken.txt', import.meta.url), [options.filename, this.cachedDataRejected ?? 'none'].join(' ') + '\\n');
  }
};
`;

/** The program as if it had been started itself: with no argument for Node that it could take for settings of V8. */
const program = `
import './watch.mjs';
process.chdir(new URL('project', import.meta.url).pathname);
await import(new URL('node_modules/code-scout-mcp/dist/bin.js', import.meta.url));
`;

/** A thread of the program, which begins when the program has changed V8's settings. */
const thread = `
import { setFlagsFromString } from 'node:v8';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
if (isMainThread) {
  setFlagsFromString('--invocation-count-for-turbofan=1000000');
  const worker = new Worker(new URL(import.meta.url), { workerData: {
    root: process.cwd(), maxFileSize: 1000, ignorePatterns: [], extensions: [], disabled: [] } });
  worker.on('message', (message) => {
    console.log(message);
    void worker.terminate();
  });
} else {
  await import('./watch.mjs');
  await import(new URL('node_modules/code-scout-mcp/dist/parse-worker.js', import.meta.url));
}
`;

interface Run {
  output: string;
  /** Name of a script -> `false`: its cache was taken. */
  taken: Map<string, string>;
}

function run(...args: string[]): Run {
  const log = join(installed.folder, 'taken.txt');
  rmSync(log, { force: true });
  const output = installed.node(args);
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const words = lines.map((line) => line.split(' ') as [string, string]);
  return { output, taken: new Map(words.map(([file, taken]) => [file.replace(/^.*\//, ''), taken])) };
}

const caches = (): string[] => {
  const dist = join(installed.unpacked, 'dist');
  return readdirSync(dist)
    .filter((name) => name.endsWith('.cache'))
    .map((name) => join(dist, name));
};

function expectIndexed({ output }: Run): void {
  expect(output).toContain('121 files: 121 read');
}

describe('code caches', () => {
  it('are taken for every script that a command loads, also when it has set how V8 optimises', () => {
    const index = run('program.mjs', 'index', '--force');
    expectIndexed(index);
    expect([...index.taken].filter(([, taken]) => taken !== 'false')).toEqual([]);
    expect(index.taken.size).toBeGreaterThan(10);
  });

  it('are taken in a thread that begins later', () => {
    const { output, taken } = run('thread.mjs');
    expect(output).toBe('ready\n');
    expect([...taken].filter(([, one]) => one !== 'false')).toEqual([]);
    expect([...taken.keys()]).toContain('parse-worker.cjs');
  });

  it('leave to V8 whether they fit where somebody else has made settings', () => {
    const { taken } = run('--stack-size=900', 'program.mjs', '--version');
    expect(new Set(taken.values())).toEqual(new Set(['true']));
  });

  it('hold what the program compiles when it is used, not only what it loads', () => {
    const script = caches().map(
      (file) => readFileSync(file).length / readFileSync(file.replace(/cache$/, 'cjs')).length,
    );
    expect(script.filter((share) => share > 0.5).length).toBeGreaterThan(20);
  });

  it('may be broken, cut or missing', () => {
    for (const file of caches())
      writeFileSync(file, 'something else, which V8 does not know, and longer than what it looks at first');
    const broken = run('program.mjs', 'index', '--force');
    expectIndexed(broken);
    expect(new Set(broken.taken.values())).toEqual(new Set(['true']));
    for (const file of caches()) truncateSync(file, 10);
    expectIndexed(run('program.mjs', 'index', '--force'));
    for (const file of caches()) rmSync(file);
    const without = run('program.mjs', 'index', '--force');
    expectIndexed(without);
    expect(new Set(without.taken.values())).toEqual(new Set(['none']));
  });
});

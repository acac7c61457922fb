/** Settings apply to a whole process, so each test has its own processes. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { unknownSettings } from './v8-settings.ts';

/** V8's hash of its version and settings after each step, numbered in the order of change: 0 is that of a start. */
function tags(steps: string): number[] {
  const script = `
    import { cachedDataVersionTag } from 'node:v8';
    import { Worker } from 'node:worker_threads';
    import * as settings from ${JSON.stringify(new URL('v8-settings.ts', import.meta.url))};
    const { ownProcess, ownProcessInThreads, protectThreads, tuneForIndexing, tuneForLargeWork, optimiseGrammars, keepGrammarsUnoptimised } = settings;
    const seen = [cachedDataVersionTag()];
    const is = () => {
      const tag = cachedDataVersionTag();
      if (!seen.includes(tag)) seen.push(tag);
      console.log(seen.indexOf(tag));
    };
    ${steps}
  `;
  const args = ['--input-type=module', '--no-warnings', '-e', script];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n').map(Number);
}

it('are set for work in our own process, once', () => {
  expect(
    tags('ownProcess(); is(); tuneForIndexing(); is(); tuneForIndexing(); is(); optimiseGrammars(); is();'),
  ).toEqual([0, 1, 1, 2]);
});

it('return to V8’s defaults for long work', () => {
  const steps =
    'ownProcess(); tuneForIndexing(); is(); tuneForLargeWork(); is(); optimiseGrammars(); is(); keepGrammarsUnoptimised(); is();';
  const [small, large, optimised, plain] = tags(steps);
  expect(new Set([small, large, optimised])).toHaveLength(3);
  expect(plain).toBe(large);
});

it('are not set in another’s process, except for the one that protects it', () => {
  expect(
    tags(
      'tuneForIndexing(); tuneForLargeWork(); optimiseGrammars(); is(); protectThreads(); is(); protectThreads(); is();',
    ),
  ).toEqual([0, 1, 1]);
});

it('may be set from a thread of our own process', () => {
  const thread = `
    import { parentPort } from 'node:worker_threads';
    import { tuneForIndexing } from ${JSON.stringify(new URL('v8-settings.ts', import.meta.url))};
    tuneForIndexing();
    parentPort.postMessage('done');
  `;
  const begin = `await new Promise((done) => new Worker(${JSON.stringify(thread)}, { eval: true }).on('message', done)); is();`;
  expect(tags(`ownProcessInThreads(); ${begin}`)).toEqual([1]);
  expect(tags(begin)).toEqual([0]);
});

it('are all supported by this Node', () => {
  const listed = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(unknownSettings({ code: 0, stdout: listed })).toEqual([]);
  const older = listed.replace('--wasm-tier-up ', '--wasm-tiers ');
  expect(unknownSettings({ code: 0, stdout: older })).toEqual(['--no-wasm-tier-up']);
  // A Node that was ended before it had listed all.
  expect(unknownSettings({ code: null, stdout: listed.slice(0, listed.length / 2) })).toBeNull();
});

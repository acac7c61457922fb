/** In processes of their own: settings are of all of a process. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { unknownSettings } from './v8-settings.ts';

/** What V8's tag of its version and settings is behind each step, in the order in which it changes: 0 for that of a start. */
function tags(steps: string): number[] {
  const script = `
    import { cachedDataVersionTag } from 'node:v8';
    import { Worker } from 'node:worker_threads';
    import * as settings from ${JSON.stringify(new URL('v8-settings.ts', import.meta.url))};
    const { ownProcess, ownProcessInThreads, protectThreads, settleForWork, expectLargeWork, optimiseGrammars, keepGrammarsPlain } = settings;
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

it('are those of work in a process that is ours, and once', () => {
  expect(tags('ownProcess(); is(); settleForWork(); is(); settleForWork(); is(); optimiseGrammars(); is();')).toEqual([
    0, 1, 1, 2,
  ]);
});

it('are V8’s own again for work that takes long', () => {
  const steps =
    'ownProcess(); settleForWork(); is(); expectLargeWork(); is(); optimiseGrammars(); is(); keepGrammarsPlain(); is();';
  const [small, large, optimised, plain] = tags(steps);
  expect(new Set([small, large, optimised])).toHaveLength(3);
  expect(plain).toBe(large);
});

it('are left to whose process it is, but for what protects it', () => {
  expect(
    tags(
      'settleForWork(); expectLargeWork(); optimiseGrammars(); is(); protectThreads(); is(); protectThreads(); is();',
    ),
  ).toEqual([0, 1, 1]);
});

it('may be made in a thread of a process that is ours', () => {
  const thread = `
    import { parentPort } from 'node:worker_threads';
    import { settleForWork } from ${JSON.stringify(new URL('v8-settings.ts', import.meta.url))};
    settleForWork();
    parentPort.postMessage('done');
  `;
  const begin = `await new Promise((done) => new Worker(${JSON.stringify(thread)}, { eval: true }).on('message', done)); is();`;
  expect(tags(`ownProcessInThreads(); ${begin}`)).toEqual([1]);
  expect(tags(begin)).toEqual([0]);
});

it('are all known to this Node', () => {
  const listed = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(unknownSettings(listed)).toEqual([]);
  const older = listed.replace('--wasm-tier-up ', '--wasm-tiers ');
  expect(unknownSettings(older)).toEqual(['--no-wasm-tier-up']);
});

/** A program that wants too much is ended, and has ended when that is said. */
import { expect, it } from 'vitest';
import { runLimited, type LimitedEnd, type LimitedRequest } from './limited-program.ts';
import { processLives } from './process-lives.ts';

const run = (script: string, more: Partial<LimitedRequest> = {}): Promise<LimitedEnd> =>
  runLimited({
    ...{ program: process.execPath, args: ['-e', script], folder: '/', environment: {} },
    ...{ timeMs: 200_000, memoryBytes: 1e12, ...more },
  });

it('gives what an orderly program says', async () => {
  expect(await run('console.log("out"); console.error("err"); process.exitCode = 3')).toEqual({ by: 'exit', code: 3, output: 'out\n', errors: 'err\n' }); // prettier-ignore
});

it('ends one that takes too long', async () => {
  const end = await run('console.log(process.pid); setInterval(() => {}, 1000)', { timeMs: 3000 });
  expect(end).toMatchObject({ by: 'time', code: null });
  if (end.output !== '') expect(processLives(Number(end.output))).toBe(false);
});

it.skipIf(process.platform !== 'linux')('ends one that takes too much memory', async () => {
  const script = 'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 10)';
  expect(await run(script, { memoryBytes: 3e8 })).toMatchObject({ by: 'memory', code: null });
});

it('ends one that says too much, and one that nobody waits for', async () => {
  expect(await run('setInterval(() => process.stdout.write("x".repeat(1e6)), 1)')).toMatchObject({ by: 'output' });
  const signal = AbortSignal.abort();
  expect(await run('setInterval(() => {}, 1000)', { signal })).toMatchObject({ by: 'cancelled' });
});

it('says that one was killed by somebody else', async () => {
  expect(await run('process.kill(process.pid, "SIGKILL")')).toMatchObject({ by: 'exit', code: null });
});

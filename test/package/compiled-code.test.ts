/** In processes of their own: what one has learned of a function the other is to know. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { hasMiddleCompiler } from '../../src/util/late-optimisation.ts';
import { at } from '../../scripts/lib/repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'compiled-code-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** How often a function was called before V8's middle compiler took it; null where it was not. @param calls are made at most */
function callsBefore(calls: number, cache: { read?: string; write?: string }): number | null {
  const script = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import vm from 'node:vm';
    import { setImmediate } from 'node:timers/promises';
    import { compiledCode } from ${JSON.stringify(at('scripts', 'lib', 'compiled-code.ts'))};
    import { markCode } from ${JSON.stringify(at('src', 'util', 'machine-code.ts'))};
    const { read, write } = ${JSON.stringify(cache)};
    const text = '(function () { function sum(a, b) { return a + b; } return { sum, isCompiled: () => %ActiveTierIsMaglev(sum) }; })';
    const cachedData = read === undefined ? undefined : readFileSync(read);
    if (cachedData !== undefined) markCode(cachedData);
    const script = new vm.Script(text, { cachedData });
    if (script.cachedDataRejected) throw new Error('V8 refused the cache');
    const { sum, isCompiled } = script.runInThisContext()();
    let calls = 0;
    while (calls < ${calls} && !isCompiled()) {
      sum(++calls, 1);
      // It is compiled in another thread, which gets its time where this one waits.
      if (calls > 20) for (let pause = 0; pause < 10; pause++) await setImmediate();
    }
    console.log(isCompiled() ? calls : 'never');
    if (write !== undefined) writeFileSync(write, compiledCode(script));
  `;
  const args = ['--allow-natives-syntax', '--input-type=module', '--no-warnings', '-e', script];
  const told = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
  return told === 'never' ? null : Number(told);
}

it.runIf(hasMiddleCompiler)('has the notes by which V8 compiles early what came to the middle compiler', () => {
  const cache = join(folder, 'sum.cache');
  const first = callsBefore(2000, { write: cache });
  expect(first).toBeGreaterThan(200);
  expect(callsBefore(2000, { read: cache })).toBeLessThan(100);
});

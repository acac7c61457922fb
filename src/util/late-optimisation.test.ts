/** In a process of its own: settings are of all of it. V8 says what its optimising compiler has done. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { hasMiddleCompiler } from './late-optimisation.ts';

function isLoopOptimised(steps: string): boolean {
  const script = `
    import { deferOptimisation, optimiseNow } from ${JSON.stringify(new URL('late-optimisation.ts', import.meta.url))};
    ${steps}
    function longLoop() {
      let sum = 0;
      for (let n = 0; n < 40_000_000; n++) sum = (sum + n * 3) | 0;
      return sum;
    }
    longLoop();
  `;
  const args = ['--trace-opt', '--input-type=module', '--no-warnings', '-e', script];
  const told = execFileSync(process.execPath, args, { encoding: 'utf8' });
  return /completed optimizing .*longLoop.*TURBOFAN/.test(told);
}

it('keeps V8’s optimising compiler from loops that go on, until it is wanted', () => {
  expect(isLoopOptimised('')).toBe(true);
  // Where there is no middle compiler loops come to the optimising one as they are.
  expect(isLoopOptimised('deferOptimisation();')).toBe(!hasMiddleCompiler);
  expect(isLoopOptimised('deferOptimisation(); optimiseNow();')).toBe(true);
});

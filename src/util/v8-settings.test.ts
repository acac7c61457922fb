/** In a process of its own: settings are of all of it. What V8 makes of them stands in the head of what it has compiled. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

function run(steps: string): string[] {
  const script = `
    import vm from 'node:vm';
    import { deferOptimisation, expectMuchCode, optimiseNow } from ${JSON.stringify(new URL('late-optimisation.ts', import.meta.url))};
    import { applySettings, loadAsUsual, unwant, want, wantedSettings } from ${JSON.stringify(new URL('v8-settings.ts', import.meta.url))};
    import { leaveCompilersToThreads, settleCompilersOfThreads } from ${JSON.stringify(new URL('settle-compilers.ts', import.meta.url))};
    import { lateZlib } from ${JSON.stringify(new URL('late-module.ts', import.meta.url))};
    import { compileGrammarsLate, optimiseGrammars } from ${JSON.stringify(new URL('wasm-compiling.ts', import.meta.url))};
    const one = new vm.Script('0');
    const mark = () => one.createCachedData().toString('hex', 12, 16);
    const own = mark();
    const is = () => console.log(mark() === own ? 'own' : 'other');
    ${steps}
  `;
  const args = ['--input-type=module', '--no-warnings', '-e', script];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
}

it('are V8’s own while something loads, all of them, and the wanted ones behind that', () => {
  const steps = `
    deferOptimisation(); compileGrammarsLate(); optimiseGrammars(false);
    const wanted = mark(); is();
    const [first, second] = [loadAsUsual(), loadAsUsual()]; is();
    first(); first(); is();
    second(); is(); console.log(mark() === wanted);`;
  expect(run(steps)).toEqual(['other', 'own', 'own', 'other', 'true']);
});

it('may be wanted and given up while something loads', () => {
  const steps = `
    optimiseGrammars(false);
    const loaded = loadAsUsual();
    optimiseGrammars(true); deferOptimisation(); is();
    console.log(wantedSettings().join());
    applySettings(['--no-wasm-tier-up']);
    loaded(); is();
    unwant('invocation-count-for-turbofan'); is();
    unwant('osr-from-maglev'); is();`;
  const wanted = '--invocation-count-for-turbofan=1000000,--no-osr-from-maglev';
  expect(run(steps)).toEqual(['own', wanted, 'other', 'other', 'own']);
});

it('stay V8’s own where full optimisation is wanted again', () => {
  const steps = `
    expectMuchCode(); is();
    deferOptimisation(); expectMuchCode(); is(); console.log(wantedSettings().at(-1));
    optimiseNow(); expectMuchCode(); loadAsUsual(); is();`;
  expect(run(steps)).toEqual(['own', 'other', '--invocation-count-for-maglev=2000', 'own']);
});

it('are V8’s own while a module of Node’s is loaded late, which is once', () => {
  const steps = `
    deferOptimisation();
    const load = process.getBuiltinModule;
    process.getBuiltinModule = (name) => { is(); return load(name); };
    console.log(lateZlib() === lateZlib(), typeof lateZlib().crc32); is();`;
  expect(run(steps)).toEqual(['own', 'true function', 'other']);
});

it('are left to whose process it is, unless threads have it for themselves', () => {
  expect(run(`settleCompilersOfThreads(); is(); leaveCompilersToThreads(); settleCompilersOfThreads(); is();`)).toEqual(
    ['own', 'other'],
  );
});

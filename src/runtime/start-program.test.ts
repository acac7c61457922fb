import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../util/testing/until.ts';
import { memoryOfAll, processMemory } from './process-memory.ts';
import { outputOf, runProgram, startAtTerminal, startDetached, startService, type RunningProgram } from './start-program.ts'; // prettier-ignore

const folder = mkdtempSync(join(tmpdir(), 'code-scout-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is the only place, with side processes, where processes are started', () => {
  const files = globSync('src/**/*.ts', { exclude: (path) => /\.test\.ts$|testing$/.test(path) });
  expect(files.length).toBeGreaterThan(500);
  const starting = files.filter((path) =>
    /(?<!import type .*)from 'node:child_process'/.test(readFileSync(path, 'utf8')),
  );
  expect(starting.map((path) => path.replaceAll('\\', '/')).toSorted()).toEqual([
    'src/runtime/child-guard.ts',
    'src/runtime/side-process.ts',
    'src/runtime/start-program.ts',
  ]);
});

describe('a bare name, which the system would also look up in the current folder,', () => {
  const request = { args: [], folder, environment: {}, onOutput: () => {}, onError: () => {} };
  it.each(['git', './git', 'bin/git', ''])('is refused: %j', async (program) => {
    await expect(runProgram({ ...request, program })).rejects.toMatchObject({ code: 'ENOENT' });
    expect(() => startService(program, [], {})).toThrow(/No absolute path/);
    expect(() => startAtTerminal(program, [], {})).toThrow(/No absolute path/);
    expect(() => startDetached(program, [], {})).toThrow(/No absolute path/);
  });
});

it('gives what a program printed, and its exit code', async () => {
  const request = { program: process.execPath, environment: {}, timeoutMs: 20_000 };
  expect(await outputOf({ ...request, args: ['-p', '6*7'] })).toEqual({ code: 0, stdout: '42\n' });
  expect((await outputOf({ ...request, args: ['-e', 'process.exit(3)'] })).code).toBe(3);
  const endless = { ...request, args: ['-e', 'setInterval(() => {}, 1e6)'], timeoutMs: 50 };
  expect((await outputOf(endless)).code).toBeNull();
});

describe.skipIf(process.platform !== 'linux')('a process that is killed', () => {
  /** A program that has started another one, which holds its output open, and the id of that. */
  const startTwo = async (ownGroup: boolean): Promise<{ running: RunningProgram; child: number }> => {
    const program = `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' });
      console.log(pid); setInterval(() => {}, 1e6);`;
    const { promise: started, resolve } = Promise.withResolvers<number>();
    const running = await runProgram({
      ...{ program: process.execPath, args: ['-e', program], folder, environment: {}, ownGroup },
      onOutput: (chunk) => resolve(Number(chunk.toString())),
      onError: () => {},
    });
    return { running, child: await started };
  };

  it('has ended, though one that it has started goes on and holds its output open', async () => {
    const { running, child } = await startTwo(false);
    running.kill();
    expect(await running.ended).toBeNull();
    expect(process.kill(child, 'SIGKILL')).toBe(true);
  });

  it('takes with it what it has started, where they are a group, also if it has ended itself', async () => {
    for (const isEnded of [false, true]) {
      const { running, child } = await startTwo(true);
      // Both still start, so their memory grows between two looks at it.
      await until(() => memoryOfAll(running.pid) > processMemory(running.pid)!.own + processMemory(child)!.own / 2);
      if (isEnded) process.kill(running.pid, 'SIGKILL');
      running.kill();
      await running.ended;
      expect(await until(() => processMemory(child) === null)).toBe(true);
    }
  });

  const moduleUrl = JSON.stringify(new URL('start-program.ts', import.meta.url).href);

  it.each([
    ['at once', ''],
    ['after another program has ended', `await (await run('process.exit()')).ended;`],
    ['while others run', `await run('setInterval(() => {}, 1e6)');`],
    [
      'with what a program of a group has started',
      `const code = "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)', process.argv[1]]); console.log(1); setInterval(() => {}, 1e6)";
       await new Promise((started) => void run(code, true, started));`,
    ],
    ['with a service', `startService(process.execPath, ['-e', 'setInterval(() => {}, 1e6)', mark], {});`],
  ])(
    'leaves no program behind: %s',
    async (_, before) => {
      const mark = join(folder, `mark-${Math.random()}`);
      const host = join(folder, 'host.ts');
      writeFileSync(
        host,
        `import { runProgram, startService } from ${moduleUrl};
         const mark = ${JSON.stringify(mark)};
         const run = (code, ownGroup = false, onOutput = () => {}) => runProgram({
           program: process.execPath, args: ['-e', code, mark], folder: '/', environment: {}, ownGroup, onOutput, onError() {},
         });
         ${before}
         await run('setInterval(() => {}, 1e6)');
         process.kill(process.pid, 'SIGKILL');`,
      );
      const { signal, stderr } = spawnSync(process.execPath, [host], { encoding: 'utf8' });
      expect([signal, stderr]).toEqual(['SIGKILL', '']);
      // Waits up to a minute, for the slowest machine.
      for (let polls = 0; polls < 600 && processesWith(mark).length > 0; polls++) await sleep(100);
      const left = processesWith(mark);
      for (const pid of left) process.kill(pid, 'SIGKILL');
      expect(left).toEqual([]);
    },
    120_000,
  );

  it('leaves no guard behind, nor is one when a process has ended by itself', async () => {
    const host = join(folder, 'ending.ts');
    writeFileSync(
      host,
      `import { outputOf } from ${moduleUrl};
       await outputOf({ program: process.execPath, args: ['-e', ''], environment: {}, timeoutMs: 20000 });
       const { readdirSync, readFileSync } = await import('node:fs');
       const children = readdirSync('/proc').filter((pid) => {
         try { return readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ')[1].split(' ')[1] === String(process.pid); } catch { return false; }
       });
       console.log(children.join());`,
    );
    const { status, stdout } = spawnSync(process.execPath, [host], { encoding: 'utf8' });
    expect(status).toBe(0);
    const guards = stdout.trim().split(',').map(Number);
    expect(guards).toHaveLength(1);
    for (let polls = 0; polls < 600 && guards.some(isAlive); polls++) await sleep(100);
    expect(guards.filter(isAlive)).toEqual([]);
  });
});

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('live=');
  } catch {
    return false;
  }
}

/** Ids of the processes with an argument, other than zombies, which have none. */
function processesWith(mark: string): number[] {
  return globSync('/proc/[0-9]*/cmdline').flatMap((path) => {
    try {
      return readFileSync(path, 'utf8').includes(mark) ? [Number(path.split('/')[2])] : [];
    } catch {
      return [];
    }
  });
}

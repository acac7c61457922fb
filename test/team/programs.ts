/** `code-scout` as a process of an organisation's machine, for tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { WorkerEvent } from '../../src/engine/worker/administration.ts';
import { programEntry } from '../program-entry.ts';

/** The machine of an organisation: a folder, in which its key is too, with a catalogue and a page store. */
export interface Machine {
  top: string;
  /** Of the catalogue. */
  location: string;
  store: string;
}

export interface StartedWorker {
  child: ChildProcess;
  events: WorkerEvent[];
  ended: Promise<number | null>;
}

export function environmentOf({ top, location }: Machine): Record<string, string> {
  const home = join(top, 'home');
  const quiet = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
  return { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: join(home, 'config'), CODE_SCOUT_CATALOGUE: location, ...quiet }; // prettier-ignore
}

export async function runProgram(
  machine: Machine,
  ...args: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [programEntry, ...args], { cwd: machine.top, env: environmentOf(machine), stdio: ['ignore', 'pipe', 'pipe'] }); // prettier-ignore
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, output };
}

/** Is killed after the test. @param folder of this worker alone */
export function startWorker(machine: Machine, folder: string, ...options: readonly string[]): StartedWorker {
  const { top, store } = machine;
  const args = [
    ...['worker', '--json', '--to', store, '--key', join(top, 'key.pem')],
    ...['--folder', join(top, folder), '--lease', '5'],
  ];
  const child = spawn(process.execPath, [programEntry, ...args, ...options], { cwd: top, env: environmentOf(machine), stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
  const events: WorkerEvent[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line) as WorkerEvent));
  const ended = new Promise<number | null>((done) => child.on('close', done));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, events, ended };
}

/** Writer elections for tests, with candidates of this process and of others, in a new folder for each test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach } from 'vitest';
import type { IndexLocation } from '../index-location.ts';
import { openWriterElection } from '../registry.ts';
import type { ElectionOptions, WriterElection } from '../processes/writer-election.ts';
export let directory = '';
export let databasePath = '';
export let location: IndexLocation = { file: databasePath };
export let log = '';
export const elections: WriterElection[] = [];
export const children: Child[] = [];

/** To be called once by a test file: gives each test a new folder, and ends its candidates and processes afterwards. */
export function useElections(): void {
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'code-scout-election-'));
    mkdirSync(join(directory, '.code-scout'));
    databasePath = join(directory, '.code-scout', 'database.db');
    location = { file: databasePath };
    log = join(directory, 'log');
  });
  afterEach(async () => {
    for (const election of elections.splice(0)) election.close();
    for (const child of children.splice(0)) await kill(child);
    rmSync(directory, { recursive: true, force: true });
  });
}

export interface Child {
  process: ChildProcess;
  pid: number;
  /** Its output, by line. */
  lines: string[];
}

/** Starts a process that joins the election. It prints its roles, and logs when it becomes the writer and the work that it does for others. */
export function run(body = ''): Child {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { openWriterElection } from ${JSON.stringify(new URL('../registry.ts', import.meta.url).href)};
    const note = (text) => appendFileSync(${JSON.stringify(log)}, text + '\\n');
    const election = openWriterElection(${JSON.stringify(location)}, {
      what: 'server',
      version: '1.0.0',
      serve: async (requests) => {
        await sleep(20);
        for (const { work } of requests) note('did ' + (work.kind === 'run' ? 'run' : work.paths.join()));
        return String(process.pid);
      },
      onRole: ({ is }) => {
        if (is === 'writer') note('+ ' + process.pid);
        console.log(is);
      },
    });
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const started = { process: child, pid: child.pid!, lines };
  children.push(started);
  return started;
}

export const staysAlive = 'setInterval(() => {}, 1000);';

export async function kill({ process: child, pid }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  appendFileSync(log, `x ${pid}\n`);
  child.kill('SIGKILL');
  await gone;
}

const roleOf = ({ lines }: Child): string | undefined =>
  lines.findLast((line) => ['writer', 'reader', 'independent'].includes(line));
export const isWriter = (child: Child): boolean => child.process.signalCode === null && roleOf(child) === 'writer';
/** The lines of the log that begin with `start`. */
export const logged = (start: string): string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(start));

export function joinElection(options: Partial<ElectionOptions> = {}): WriterElection {
  const election = openWriterElection(location, {
    what: 'command',
    version: '2.0.0',
    serve: async () => null,
    ...options,
  });
  elections.push(election);
  return election;
}

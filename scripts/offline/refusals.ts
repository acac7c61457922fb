/** Where guard.ts writes down what it refused, and how a test reads it. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Not ours by name: the product refuses variables of its own that it does not know. */
export const logVariable = 'OFFLINE_TESTS_LOG';
/** How check.ts took the network away: `namespace` or `guard`; absent when the tests were started without it. */
export const networkVariable = 'OFFLINE_TESTS_NETWORK';

export interface Refusal {
  /** `a connection to 192.0.2.1:80` */
  what: string;
  /** The command line of the process that tried. */
  program: string;
  /** The innermost calls. */
  place: string;
}

/** One a test process; what it starts writes there too. */
export const logPath = join(tmpdir(), `code-scout-offline-${process.pid}.jsonl`);

/** What was refused since the last call. */
export function takeRefusals(): Refusal[] {
  if (!existsSync(logPath)) return [];
  const lines = readFileSync(logPath, 'utf8').split('\n');
  rmSync(logPath);
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Refusal);
}

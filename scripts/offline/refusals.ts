/** Where guard.ts records its refusals, and how a test reads them. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Without the product's prefix, because the product refuses unknown variables with it. */
export const logVariable = 'OFFLINE_TESTS_LOG';
/** How check.ts removed the network: `namespace` or `guard`; absent when the tests were started in another way. */
export const networkVariable = 'OFFLINE_TESTS_NETWORK';

export interface Refusal {
  /** `a connection to 192.0.2.1:80` */
  what: string;
  /** The command line of the process that tried. */
  program: string;
  /** The innermost calls. */
  place: string;
}

/** One file for each test process; its child processes write there too. */
export const logPath = join(tmpdir(), `code-scout-offline-${process.pid}.jsonl`);

/** The refusals since the last call. */
export function takeRefusals(): Refusal[] {
  if (!existsSync(logPath)) return [];
  const lines = readFileSync(logPath, 'utf8').split('\n');
  rmSync(logPath);
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Refusal);
}

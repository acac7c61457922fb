/**
 * `codegraph explore`, a rival's answer to a task in words, on the same trees as ours. It is installed from the
 * registry into a temporary folder, which also has its settings; its index is put into the tree.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { install, nodes } from '../lib/registry-install.ts';
import type { LineRange } from './changed-lines.ts';

export interface Explored {
  text: string;
  /** The lines of code that it shows, by path. */
  code: Map<string, LineRange[]>;
  ms: number;
}

const limitMs = 300_000;

export class Codegraph {
  readonly version: string;
  readonly #command: readonly string[];
  readonly #env: NodeJS.ProcessEnv;

  /** Throws with the reason when it cannot be installed. */
  constructor(base: string) {
    const installed = install('@colbymchenry/codegraph', 'codegraph', base);
    if (typeof installed === 'string') throw new Error(`codegraph: ${installed}`);
    const home = join(base, 'home');
    mkdirSync(home, { recursive: true });
    this.version = installed.version;
    this.#command = [nodes()[0]!, installed.program];
    this.#env = { ...process.env, HOME: home, DO_NOT_TRACK: '1', CODEGRAPH_TELEMETRY: '0', NO_COLOR: '1' };
  }

  #run(root: string, ...args: readonly string[]): string {
    const [program, ...before] = this.#command;
    const { status, stdout, stderr, error } = spawnSync(program!, [...before, ...args], {
      cwd: root,
      env: this.#env,
      encoding: 'utf8',
      timeout: limitMs,
      maxBuffer: 1 << 28,
    });
    if (status !== 0) throw new Error(`codegraph ${args[0]}: ${error?.message ?? stderr.slice(-500)}`);
    return stdout;
  }

  /** Asks about the current state of the tree. Its index is updated first; the measured time does not include that. */
  explore(root: string, query: string): Explored {
    this.#run(root, existsSync(join(root, '.codegraph')) ? 'sync' : 'init', '.');
    const from = performance.now();
    // Text after `--` is never an option, even with a leading dash.
    const text = this.#run(root, 'explore', '--', query.replaceAll('\0', ' ').slice(0, 20_000));
    return { text, code: shownIn(text), ms: performance.now() - from };
  }
}

/** Its answers show numbered lines of code below the name of their file. */
function shownIn(text: string): Map<string, LineRange[]> {
  const code = new Map<string, LineRange[]>();
  let path: string | null = null;
  for (const line of text.split('\n')) {
    const heading = /^\*\*`([^`]+)`\*\*/.exec(line);
    if (heading !== null) path = heading[1]!;
    const number = /^(\d+)\t/.exec(line);
    if (number === null || path === null) continue;
    const at = Number(number[1]);
    code.set(path, [...(code.get(path) ?? []), { from: at, to: at }]);
  }
  return code;
}

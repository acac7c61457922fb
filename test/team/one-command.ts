/** `code-scout organisation` as a process, with repositories that a test makes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { until } from '../../src/util/testing/until.ts';
import { programEntry } from '../program-entry.ts';
import { git } from './team-repository.ts';

/** A line of `--json`. */
export interface Said {
  part: string;
  text: string;
  event?: string;
  pid?: number;
  url?: string;
  mcp?: string;
  tokenFile?: string;
  repository?: string;
}

export interface StartedServer {
  child: ChildProcess;
  said: Said[];
  /** Of standard error. */
  errors: () => string;
  ended: Promise<number | null>;
  /** When it says so; the first time, or again. */
  hears(event: string, part: string, times?: number): Promise<Said>;
}

export class OneCommand {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-one-command-')));
  readonly folder = join(this.top, 'server');
  readonly #home = join(this.top, 'home');

  constructor() {
    onTestFinished(() => rmSync(this.top, { recursive: true, force: true, maxRetries: 5 }));
  }

  /** A repository on this machine with one commit. */
  repository(name: string, files: Readonly<Record<string, string>>): string {
    const root = join(this.top, name);
    mkdirSync(root);
    git(root, 'init', '--quiet', '-b', 'main');
    this.commit(root, files);
    return root;
  }

  commit(root: string, files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    git(root, 'add', '-A', '.');
    git(root, 'commit', '--quiet', '-m', 'next');
  }

  start(args: readonly string[], more: Readonly<Record<string, string>> = {}): StartedServer {
    const quiet = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
    const env = { PATH: process.env['PATH'] ?? '', HOME: this.#home, XDG_CONFIG_HOME: join(this.#home, 'config'), ...quiet, ...more }; // prettier-ignore
    const all = [programEntry, 'organisation', '--json', '--folder', this.folder, ...args];
    const child = spawn(process.execPath, all, { cwd: this.top, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Said[] = [];
    let errors = '';
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"')) said.push(JSON.parse(line) as Said);
      else errors += `${line}\n`;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const ended = new Promise<number | null>((done) => child.on('close', done));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    const hears = (event: string, part: string, times = 1): Promise<Said> =>
      until(
        () => said.filter((one) => one.event === event && one.part === part)[times - 1],
        () => ({ event, part, said: said.map(({ text }) => text), errors }),
      );
    return { child, said, errors: () => errors, ended, hears };
  }

  token(): string {
    return readFileSync(join(this.folder, 'token.txt'), 'utf8').trim();
  }

  /** Processes that have the folder of this test on their command line. */
  processes(): string[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
          return line.includes(this.top) ? [line] : [];
        } catch {
          return [];
        }
      });
  }
}

/** The text of a tool's answer, over MCP. */
export async function askOverMcp(mcp: string, token: string, name: string, args: object): Promise<string> {
  const client = new Client({ name: 'test-client', version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit: { headers } }));
  const { content } = await client.callTool({ name, arguments: { ...args } });
  await client.close();
  return (content as { text: string }[]).map(({ text }) => text).join('\n');
}

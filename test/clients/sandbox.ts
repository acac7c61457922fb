/**
 * A home folder and a project for one client, and programs that run in them with nothing of the machine's user in their
 * environment.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Sandbox {
  home: string;
  project: string;
  /** Runs a Node program in the project. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
  write(path: string, text: string): void;
  remove(): void;
}

const patienceMs = 180_000;
/** A file whose text fills an answer of the default maximum size. */
const largeFile = Array.from({ length: 240 }, (_, i) => `export const value${i} = ${i};`).join('\n');

const sources: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "harbour" }\n',
  'src/login.ts': '/** Lets a user in. */\nexport function login(name: string): string {\n  return name;\n}\n',
  'src/gate.ts':
    "import { login } from './login.ts';\n\nexport function open(): string {\n  return login('a \\\"quoted\\\" name');\n}\n",
  'src/values.ts': `${largeFile}\n`,
};

/** Nobody listens at this proxy address, so a request that leaves loopback fails even if the machine has a network. */
const nowhere = 'http://127.0.0.1:9';
const noNetwork: Readonly<Record<string, string>> = {
  HTTP_PROXY: nowhere,
  HTTPS_PROXY: nowhere,
  http_proxy: nowhere,
  https_proxy: nowhere,
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
};

export function createSandbox(): Sandbox {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clients-')));
  const home = join(folder, 'home');
  const project = join(folder, 'project');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  mkdirSync(home);
  mkdirSync(join(folder, 'tmp'));
  for (const [path, text] of Object.entries(sources)) write(join('project', path), text);
  const environment = {
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: home,
    TMPDIR: join(folder, 'tmp'),
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    ...noNetwork,
  };
  return {
    home,
    project,
    write,
    run: (args, env = {}) => runNode(args, { cwd: project, env: { ...environment, ...env } }),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Starts the program in its own process group, so that everything it starts ends with it. */
function runNode(args: readonly string[], options: { cwd: string; env: Record<string, string> }): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    const endGroup = (): void => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // All of its processes have ended by themselves.
      }
    };
    const timer = setTimeout(() => {
      ended.stderr += `\nended after ${patienceMs / 1000} s`;
      endGroup();
    }, patienceMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.stderr += text));
    child.on('error', failed);
    child.on('exit', (code) => {
      ended.code = code;
      clearTimeout(timer);
    });
    child.on('close', () => {
      endGroup();
      done(ended);
    });
  });
}

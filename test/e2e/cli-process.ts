/** Runs the command line as a process on a project in a temporary folder. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { programEntry } from '../program-entry.ts';
import { sharedCompileCache } from './shared-compile-cache.ts';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd: string;
  env?: Record<string, string>;
  /** Called with each piece of standard error. May end the process. */
  onError?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
  /** What is typed. Standard input stays open until the process ends: `script` waits two seconds after an end of it. Default: there is none. */
  input?: string;
  /** A program to run instead of Node with `code-scout`; `args` are then all of its arguments. */
  program?: string;
}

/** Standard error without the progress of reading changed files, which appears only on slow machines. */
export function withoutProgress(stderr: string): string {
  return stderr.replace(
    /^(?:Looking for changed files|Finishing|(?:Linking|Asking the compiler|Making vectors|Indexing)\b.*)\n/gm,
    '',
  );
}

/** The variables by which each system knows the user's folders. */
export function homeVariables(home: string): Record<string, string> {
  if (process.platform !== 'win32') return { HOME: home };
  return {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
  };
}

/** An environment without variables that could change the answers. */
function cleanEnvironment(home: string, extra: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    ...homeVariables(home),
    XDG_CONFIG_HOME: join(home, '.config'),
    TERM: 'xterm',
    ...sharedCompileCache(),
    ...extra,
  };
}

export function run(args: readonly string[], options: RunOptions): Promise<Outcome> {
  const { cwd, env = {}, onError, program, input } = options;
  return new Promise((done, failed) => {
    const child = spawn(program ?? process.execPath, program === undefined ? [programEntry, ...args] : args, {
      cwd,
      env: cleanEnvironment(dirname(cwd), env),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    // It may end before it has read what is typed.
    child.stdin?.on('error', () => undefined).write(input ?? '');
    const outcome: Outcome = { code: null, stdout: '', stderr: '' };
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      outcome.stderr += text;
      onError?.(text, (signal) => child.kill(signal));
    });
    child.on('error', failed);
    child.on('exit', () => child.stdin?.end());
    child.on('close', (code) => done({ ...outcome, code }));
  });
}

export interface TestProject {
  root: string;
  /** Writes files by relative path; null removes one. */
  write(files: Record<string, string | Uint8Array | null>): void;
  run(args: readonly string[], options?: Partial<RunOptions>): Promise<Outcome>;
  remove(): void;
}

/**
 * Writes a file with a modification time of a minute ago. A file that was modified a moment ago may change again
 * without a visible trace, so every comparison reads it again.
 */
export function writeOldFile(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  const seconds = Date.now() / 1000 - 60;
  utimesSync(file, seconds, seconds);
}

/** A project with a manifest, in its own folder. The parent folder is the user's home. */
export function createProject(files: Record<string, string | Uint8Array>): TestProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cli-')));
  const root = join(folder, 'project');
  mkdirSync(root);
  const project: TestProject = {
    root,
    write(changes) {
      for (const [path, content] of Object.entries(changes)) {
        const file = join(root, path);
        mkdirSync(dirname(file), { recursive: true });
        if (content === null) rmSync(file);
        else writeFileSync(file, content);
      }
    },
    run: (args, options = {}) => run(args, { cwd: root, ...options }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  const written = { 'package.json': '{"name": "harbour"}', ...files };
  for (const [path, content] of Object.entries(written)) writeOldFile(join(root, path), content);
  return project;
}

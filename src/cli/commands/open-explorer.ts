/**
 * `code-scout open`: serves the explorer on this machine, and shows it in the browser; or shows that of a server that an earlier `open` has started.
 * Invariants: the server always has a token, since other users of this machine reach its loopback, too. The token is in the fragment of the URL, which
 * browsers send to nobody. What an earlier server has left is read from the user's own cache folder, never from the project, and is asked before it
 * is believed.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '../../model/error.ts';
import { startDetached } from '../../runtime/start-program.ts';
import { findProgramHere } from '../../util/find-program.ts';
import { pathInFolder } from '../../util/paths/system-paths.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { exitCode, type ExitCode } from '../exit-codes.ts';
import { servedProjects, startHttpServer } from '../serving/started-http.ts';
import { printable } from '../terminal/printable.ts';

export interface OpenOptions {
  browser?: boolean;
  port?: string;
}

/** Where the server of an earlier `open` is. */
interface Running {
  url: string;
  token: string;
  pid: number;
}

/** How long a server of an earlier `open` may take to answer (ms). */
const askMs = 1500;
const loopback = '127.0.0.1';

/** Null when the command goes on as a server; it ends with a signal. */
export async function openExplorer(
  request: ProjectRequest,
  what: string | undefined,
  options: OpenOptions,
): Promise<ExitCode | null> {
  const projects = servedProjects(request);
  const [{ root }] = projects;
  const fragment = fragmentFor(what, { root, folder: request.terminal.workingDirectory });
  const note = projects.length === 1 ? noteFile(request, root) : null;
  const running = note === null ? null : await runningServer(note, root);
  if (running !== null) {
    show(request, { ...running, fragment, browser: options.browser !== false, isNew: false });
    return exitCode.ok;
  }
  const flags = { host: loopback };
  const onEnd = (): void => {
    if (note !== null) rmSync(note, { force: true });
  };
  const start = (port: string) => startHttpServer(request, { ...flags, port }, { wantsToken: true, onEnd });
  // One project has one port while that is free, so that what the browser keeps for a page (pins, theme) is found again.
  const started =
    options.port === undefined
      ? await start(String(usualPort(root))).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'ConfigurationError') return start('0');
          throw error;
        })
      : await start(options.port);
  const { url, token } = started;
  if (note !== null && token !== null) keepNote(note, { url, token, pid: process.pid });
  show(request, { url, token: token ?? '', fragment, browser: options.browser !== false, isNew: true });
  return null;
}

/** The state of the page for what was asked: a path between symbols, words, a file with or without a line, or a symbol. */
export function fragmentFor(
  what: string | undefined,
  { root, folder }: { root: string; folder: string },
): [view: string, query: Record<string, string>] {
  const text = what?.trim() ?? '';
  if (text === '') return ['', {}];
  const ends = /^(.+?)(?:->|→)(.+)$/s.exec(text);
  if (ends !== null) return ['path', { from: ends[1]!.trim(), to: ends[2]!.trim() }];
  const [, path = text, line] = /^(.*?):(\d+)(?::\d+)?$/s.exec(text) ?? [];
  for (const base of [folder, root]) {
    const found = pathInFolder(root, resolve(base, path));
    if (found === null || found === '' || !isFile(join(root, found))) continue;
    return ['file', { path: found, ...(line === undefined ? {} : { line }) }];
  }
  return /\s/.test(text) ? ['search', { q: text }] : ['symbol', { id: text }];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A port of the range that nothing is registered for and systems give to nobody, by the project's root. */
function usualPort(root: string): number {
  return 20_000 + (createHash('sha256').update(root).digest().readUInt16BE(0) % 10_000);
}

/** Where the server of a project is written down; null without a cache folder. */
function noteFile({ terminal }: ProjectRequest, root: string): string | null {
  const { cacheDirectory } = terminal.environment;
  const name = createHash('sha256').update(root).digest('hex').slice(0, 32);
  return cacheDirectory === null ? null : join(cacheDirectory, 'explorer', `${name}.json`);
}

/** Without it, the next `open` starts a server of its own. */
function keepNote(file: string, running: Running): void {
  try {
    mkdirSync(resolve(file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(running), { mode: 0o600 });
  } catch {
    return;
  }
}

/** Null if none answers, or it is of another project. */
async function runningServer(file: string, root: string): Promise<Running | null> {
  try {
    const { url, token, pid } = JSON.parse(readFileSync(file, 'utf8')) as Running;
    if (new URL(url).hostname !== loopback) return null;
    const signal = AbortSignal.timeout(askMs);
    const response = await fetch(`${url}/api/explorer/project`, {
      headers: { authorization: `Bearer ${token}` },
      signal,
    });
    const project = (await response.json()) as { root?: string };
    return project.root === root ? { url, token, pid } : null;
  } catch {
    return null;
  }
}

interface Shown {
  url: string;
  token: string;
  fragment: [view: string, query: Record<string, string>];
  browser: boolean;
  isNew: boolean;
}

function show({ terminal, options }: ProjectRequest, { url, token, fragment, browser, isNew }: Shown): void {
  const [view, query] = fragment;
  const parameters = new URLSearchParams({ ...query, ...(token === '' ? {} : { token }) });
  const page = `${url}/#/${view}?${parameters.toString()}`;
  if (options.json === true) {
    terminal.out(JSON.stringify({ url: page, isNew, pid: process.pid }));
  } else {
    const { port } = new URL(url);
    terminal.out(page);
    terminal.err(isNew ? 'Stop it with Ctrl-C.' : 'A server of an earlier `open` shows it.');
    terminal.err(
      `From another machine: ssh -N -L ${port}:${loopback}:${port} ${printable(tunnelTarget())}, then open the same URL there.`,
    );
  }
  if (browser && !openBrowser(page, terminal.environment.forGit)) {
    terminal.err('No browser could be started: open the URL yourself.');
  }
}

function tunnelTarget(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A container may run under a user id that the system has no entry for.
    return hostname();
  }
}

/** Whether a program was started for it. */
function openBrowser(url: string, environment: Readonly<Record<string, string>>): boolean {
  const [name, ...args] = browserCommand(environment);
  const program = name === undefined ? null : findProgramHere({ name, environment, root: null });
  if (program === null) return false;
  startDetached(program, [...args, url], environment);
  return true;
}

function browserCommand(environment: Readonly<Record<string, string>>): string[] {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  const hasScreen = (environment['DISPLAY'] ?? environment['WAYLAND_DISPLAY'] ?? '') !== '';
  return hasScreen ? ['xdg-open'] : [];
}

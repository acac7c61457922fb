/**
 * A question of the command line to the projects that it names: to the one, or to all together, as one engine.
 * Invariant: a project that cannot be opened or brought up to date does not keep the others from answering; the answer names it.
 */
import type { AskedProjects, Engine } from '../../engine/types.ts';
import type { NamedProject } from '../../mcp/engine-pool.ts';
import { toAppError, type AppError } from '../../model/error.ts';
import { askedData, askedText } from '../../tools/all-projects.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { refreshIndex, type IndexRunOptions } from '../index-run.ts';
import { openProject, withProject, type Project } from '../project.ts';
import { printableLines } from '../terminal/printable.ts';
import type { PathBase } from '../terminal/links.ts';
import { locationOf } from './shared-paths.ts';

/** An update that takes longer than this (ms) shows its progress. */
export const quietMs = 1000;

export interface AskedProject extends Pick<Project, 'engine' | 'root' | 'loaded'> {
  /** What the paths of answers are relative to. */
  base: PathBase;
  /** Which projects are asked; null for one alone. */
  together: AskedProjects | null;
}

interface Asking {
  /** Whether the indexes are brought up to date first. */
  refresh: boolean;
  /** Whether vectors are, too. */
  embeddings?: boolean;
}

/** Runs `use` with the project that is asked, or with all of `request.projects` as one. Rejects with an `AppError`. */
export async function withAsked<T>(
  request: ProjectRequest,
  asking: Asking,
  use: (project: AskedProject) => Promise<T>,
): Promise<T> {
  const { projects } = request;
  if (projects !== undefined) return withAll({ ...request, projects }, asking, use);
  return withProject(request, async ({ engine, root, loaded }) => {
    if (asking.refresh) await refreshIndex(engine, refreshOptions(request, asking));
    return use({ engine, root, loaded, base: root, together: null });
  });
}

function refreshOptions({ terminal, options }: ProjectRequest, { embeddings = false }: Asking): IndexRunOptions {
  return { terminal, json: options.json ?? false, embeddings, quietMs };
}

async function withAll<T>(
  request: ProjectRequest & { projects: readonly NamedProject[] },
  asking: Asking,
  use: (project: AskedProject) => Promise<T>,
): Promise<T> {
  const { projects } = request;
  const opened: { name: string; engine: Engine; loaded: Project['loaded'] }[] = [];
  const failures: { project: string; error: AppError }[] = [];
  try {
    for (const { name, root } of projects) {
      try {
        const { engine, loaded } = await openProject(root, request);
        opened.push({ name, engine, loaded });
        if (asking.refresh) await refreshIndex(engine, refreshOptions(request, asking));
      } catch (error) {
        const failure = toAppError(error);
        if (failure.code === 'CancelledError') throw failure;
        failures.push({ project: name, error: failure });
      }
    }
    const failed = new Set(failures.map(({ project }) => project));
    const parts = opened.filter(({ name }) => !failed.has(name));
    const [first] = parts;
    // With all of them failing there is no answer: the first says why.
    if (first === undefined) throw failures[0]!.error;
    const { openTogether } = await import('../../engine/union/open-together.ts');
    const engine = await openTogether(parts, () =>
      failures.map(({ project, error }) => ({ project, reason: error.message })),
    );
    return await use({
      engine,
      root: engine.root,
      loaded: first.loaded,
      base: (path) => locationOf(projects, path),
      together: await engine.projects(),
    });
  } finally {
    for (const { engine } of opened) await engine.close();
  }
}

/** Prints below an answer which projects were asked; where the answer is for a program, only those that were not, on standard error. */
export function printTogether(
  { terminal }: ProjectRequest,
  together: AskedProjects | null,
  { isList = false }: { isList?: boolean } = {},
): void {
  if (together === null || (isList && together.notAsked.length === 0)) return;
  const text = printableLines(askedText(together));
  if (isList) terminal.err(text);
  else terminal.out(`\n${terminal.paint('dim', text)}`);
}

/** The answer as data, with the projects that were asked. */
export function withTogether(data: object, together: AskedProjects | null): object {
  return together === null ? data : { ...data, ...askedData(together) };
}

/**
 * The projects that a command line is about, where it names several: by --root, by --workspace, or by the user's settings.
 * Invariant: every command and server finds them here, so that a project has one name everywhere.
 */
import { resolve } from 'node:path';
import { loadConfig } from '../../config/load.ts';
import { maxWorkspaceFolders } from '../../config/workspace-file.ts';
import { resolveRoot } from '../../engine/resolve-root.ts';
import type { NamedProject } from '../../mcp/engine-pool.ts';
import { AppError, toAppError } from '../../model/error.ts';
import { allProjects } from '../../tools/tool.ts';
import { nearest } from '../../util/nearest.ts';
import { findRoot, type ProjectRequest } from '../asked-root.ts';
import { namedRoots } from './named-roots.ts';
import { workspaceProjects } from './workspace.ts';

export interface AskedOptions {
  /**
   * The folder that decides whether the workspace of the user's settings is used, for questions and servers. Null: only the flag counts, for commands that
   * work on one project.
   */
  start: string | null;
}

/**
 * The request with all projects that it names: `projects` has them if they are several, and `options.root` has their roots. With `--project NAME` it is
 * about that one. A folder given as the command's argument is stronger than all of them. Throws `AppError`.
 */
export function withProjects(request: ProjectRequest, asked: AskedOptions): ProjectRequest {
  const { project: chosen } = request.options;
  if (request.path !== undefined) return request;
  const projects = namedProjects(request, asked);
  if (projects === null || projects.length < 2) {
    if (chosen !== undefined && chosen !== allProjects && chosen !== projects?.[0]?.name) throw noProjects(chosen);
    return projects === null ? request : aboutRoots(request, projects);
  }
  checkDatabase(request.options.db);
  if (chosen === undefined || chosen === allProjects) return { ...aboutRoots(request, projects), projects };
  const found = projects.find(({ name }) => name === chosen);
  if (found === undefined) throw unknownProject(chosen, projects);
  return aboutRoots(request, [found]);
}

/**
 * The request with all projects that it names, the one that a command works on first: that of --project, else that of the current folder, else the first.
 * Throws `AppError`.
 */
export function withProjectFirst(request: ProjectRequest): ProjectRequest {
  const asked = withProjects(request, { start: null });
  if (asked.projects !== undefined) return withFirst(asked, rootHere(request));
  const { project: chosen, ...options } = request.options;
  const all = withProjects({ ...request, options }, { start: null });
  // Several are named, and one of them is chosen.
  return chosen === undefined || all.projects === undefined ? asked : withFirst(all, asked.options.root![0]!);
}

function rootHere({ terminal }: ProjectRequest): string | null {
  const found = resolveRoot(terminal.workingDirectory);
  return 'root' in found ? found.root : null;
}

function withFirst(request: ProjectRequest, root: string | null): ProjectRequest {
  const { projects = [] } = request;
  const ordered = projects.toSorted((a, b) => Number(b.root === root) - Number(a.root === root));
  return { ...aboutRoots(request, ordered), projects: ordered };
}

function aboutRoots(request: ProjectRequest, projects: readonly NamedProject[]): ProjectRequest {
  return { ...request, options: { ...request.options, root: projects.map(({ root }) => root) } };
}

/** The projects by name, each once; null if nothing names a project but one `--root`, or nothing does. */
function namedProjects(request: ProjectRequest, { start }: AskedOptions): NamedProject[] | null {
  const { root: folders = [], workspace } = request.options;
  const { workingDirectory } = request.terminal;
  if (workspace === undefined) {
    if (folders.length === 0) return start === null ? null : projectsOfSettings(request, start);
    if (folders.length === 1) return null;
  }
  const listed =
    workspace === undefined ? [] : workspaceProjects({ path: resolve(workingDirectory, workspace), isFlag: true });
  const roots = folders.map((folder) => findRoot({ ...request, path: resolve(workingDirectory, folder) }));
  const all = [...new Set([...listed.map(({ root }) => root), ...roots])];
  if (all.length > maxWorkspaceFolders) {
    throw new AppError('ValidationError', `${all.length} projects are named`, {
      hint: `Up to ${maxWorkspaceFolders} can be asked or served together.`,
      details: { field: '--root', expected: `at most ${maxWorkspaceFolders} folders`, received: all.length },
    });
  }
  return namedRoots(all, new Map(listed.map(({ root, name }) => [root, name])));
}

/**
 * The projects of the workspace that the user's settings name: in the folders that it lists, the present project first, and where no project is. Null
 * elsewhere, since another project is asked alone.
 */
function projectsOfSettings({ terminal }: ProjectRequest, start: string): NamedProject[] | null {
  const { environment, workingDirectory } = terminal;
  const { workspace } = loadConfig({
    root: workingDirectory,
    env: environment.settings,
    userConfigDir: environment.userConfigDirectory,
    projectFile: false,
  }).config;
  if (workspace === '') return null;
  const projects = fromSettings(workspace);
  const found = resolveRoot(start);
  if (!('root' in found)) return projects;
  const here = projects.filter(({ root }) => root === found.root);
  return here.length === 0 ? null : [...here, ...projects.filter(({ root }) => root !== found.root)];
}

/** An error says that it is the settings that name the file: nobody typed it. */
function fromSettings(path: string): NamedProject[] {
  try {
    return workspaceProjects({ path, isFlag: false });
  } catch (error) {
    const { code, message, hint, details } = toAppError(error);
    const source = 'Your settings name the file: `code-scout config` says where.';
    throw new AppError(code, message, {
      hint: hint === null ? source : `${source} ${hint}`,
      ...(details === null ? {} : { details }),
      cause: error,
    });
  }
}

function checkDatabase(db: string | undefined): void {
  if (db === undefined || db === ':memory:') return;
  throw new AppError('ValidationError', '--db names one index, and there are several projects', {
    hint: 'Leave out --db: each project has its index in its own folder. Or keep all in memory with --db :memory:.',
    details: { field: '--db', expected: 'one project, or :memory:', received: db },
  });
}

function noProjects(chosen: string): AppError {
  return new AppError('ValidationError', '--project chooses one of several projects, and only one is named', {
    hint: 'Name several: repeat --root, or give a file that lists them with --workspace.',
    details: { field: '--project', expected: 'several projects', received: chosen.slice(0, 200) },
  });
}

function unknownProject(chosen: string, projects: readonly NamedProject[]): AppError {
  const names = projects.map(({ name }) => name);
  const near = nearest(chosen, names);
  return new AppError('NotFoundError', `No project is named ${JSON.stringify(chosen.slice(0, 200))}`, {
    hint: `${near === null ? '' : `Did you mean ${near}? `}The projects are ${names.join(', ')}; * is all of them.`,
    details: { field: '--project', expected: `one of ${names.join(', ')}, or *`, received: chosen.slice(0, 200) },
  });
}

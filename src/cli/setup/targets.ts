/** Finds the clients and files that a command line is about. */
import { resolve } from 'node:path';
import { AppError, toAppError } from '../../model/error.ts';
import { existingDirectory, findRoot } from '../asked-root.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { workspaceProjects } from '../projects/workspace.ts';
import { findClient, clients, isInstalled } from './clients.ts';
import type { Client, Locations, Scope, TextPart } from './clients.ts';
import { launchOf } from './launch.ts';
import type { Installation } from './launch.ts';
import type { Target } from './plan.ts';

/** The folders with settings; the project is that of the current folder or of --root. Throws `AppError` without a home folder. */
export function locationsOf(request: ProjectRequest, platform: NodeJS.Platform): Locations {
  const { homeDirectory: home, clientFolders: folders } = request.terminal.environment;
  if (home === null) {
    throw new AppError('ConfigurationError', 'This user has no home folder, where clients keep their settings', {
      hint: 'Set HOME, or write the entry by hand: the README has the text.',
    });
  }
  let project: string | null = null;
  try {
    project = findRoot(request);
  } catch {
    // Only commands that need a project report that there is none.
  }
  return { platform, home, project, folders };
}

export function fileOf(client: Client, scope: Scope, locations: Locations): string | null {
  return placeOf(client, scope, locations);
}

/** The path of the user's or the project's file of a client or of a part; null if there is none. */
function placeOf(
  { userFile, projectFile }: { userFile(locations: Locations): string | null; projectFile: string | null },
  scope: Scope,
  locations: Locations,
): string | null {
  if (scope === 'user') return userFile(locations);
  return projectFile === null || locations.project === null ? null : resolve(locations.project, projectFile);
}

/** The project that a file of the scope belongs to. */
export function projectOf(scope: Scope, { project }: Locations): string | null {
  return scope === 'project' ? project : null;
}

/** The files with texts for the agents of these clients, each file once. */
export function textTargets(
  chosen: readonly Client[],
  textParts: readonly TextPart[],
  scope: Scope,
  locations: Locations,
): (Target & { part: TextPart })[] {
  const targets = chosen.flatMap((client) =>
    textParts.flatMap((part): (Target & { part: TextPart })[] => {
      const file = client.texts[part];
      const path = file === undefined ? null : placeOf(file, scope, locations);
      return path === null ? [] : [{ client, scope, part, path, project: projectOf(scope, locations) }];
    }),
  );
  return [...new Map(targets.toReversed().map((target) => [target.path, target])).values()].toReversed();
}

/** The clients of these names, each once. Throws `AppError` for an unknown name. */
export function namedClients(names: readonly string[]): Client[] {
  return [...new Set(names.map(findClient))];
}

/** Throws `AppError` if the client has no file in projects, or there is no project. */
export function targetOf(client: Client, scope: Scope, locations: Locations, request: ProjectRequest): Target {
  if (scope === 'project' && client.projectFile === null) {
    const withFile = clients.filter(({ projectFile }) => projectFile !== null).map(({ id }) => id);
    throw new AppError('ValidationError', `${client.title} has no settings in projects`, {
      hint: `Leave --scope out for it. Those that have some: ${withFile.join(', ')}.`,
      details: { field: '--scope', expected: 'user', received: scope },
    });
  }
  // Only for its error where there is no project.
  if (scope === 'project') findRoot(request);
  return {
    client,
    scope,
    part: 'server',
    path: fileOf(client, scope, locations)!,
    project: projectOf(scope, locations),
  };
}

export interface Detected {
  found: Client[];
  missing: Client[];
}

/** The clients that have a settings file of the scope, by whether they are installed. */
export function detectClients(scope: Scope, locations: Locations): Detected {
  const withFile = clients.filter(({ projectFile }) => scope === 'user' || projectFile !== null);
  return {
    found: withFile.filter((client) => isInstalled(client, locations)),
    missing: withFile.filter((client) => !isInstalled(client, locations)),
  };
}

export interface EntryRequest {
  client: Client;
  scope: Scope;
  request: ProjectRequest;
  installation: Installation;
  /** The toolsets that the server serves; `all` needs no argument. */
  toolsets: string;
}

/**
 * The entry for the client, and the projects that the entry names. Throws `AppError` if the entry has to name a project and there is none.
 */
export function entryFor({ client, scope, request, installation, toolsets }: EntryRequest): {
  fields: Readonly<Record<string, unknown>>;
  roots: readonly string[];
} {
  const { root: folders = [] } = request.options;
  const { workingDirectory } = request.terminal;
  const workspace = workspaceFor(scope, request);
  let roots: string[] = [];
  if (scope === 'user' && folders.length > 0)
    roots = folders.map((one) => existingDirectory(resolve(workingDirectory, one)));
  else if (client.needsProject && workspace === undefined) roots = [projectFor(client, request)];
  return { fields: client.entry(launchOf(installation, { scope, roots, workspace, toolsets })), roots };
}

/** The file of --workspace; the server would say the same of a wrong one, but nobody would see it. */
function workspaceFor(scope: Scope, { terminal, options }: ProjectRequest): string | undefined {
  if (options.workspace === undefined) return undefined;
  if (scope === 'project') {
    throw new AppError(
      'ValidationError',
      '--workspace names a file of this machine, and the settings of a project are shared',
      {
        hint: 'Leave out --scope project, so that it is written into your own settings.',
        details: { field: '--workspace', expected: '--scope user', received: options.workspace },
      },
    );
  }
  const path = resolve(terminal.workingDirectory, options.workspace);
  workspaceProjects({ path, isFlag: true });
  return path;
}

function projectFor(client: Client, request: ProjectRequest): string {
  try {
    return findRoot(request);
  } catch (error) {
    throw new AppError('ValidationError', `${client.title} does not tell its servers which project is open`, {
      hint: `Name one: code-scout setup ${client.id} --root /path/to/project (${toAppError(error).message}).`,
      details: { field: '--root', expected: 'a project', received: null },
      cause: error,
    });
  }
}

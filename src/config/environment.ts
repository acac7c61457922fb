/**
 * The process environment as typed values; no other module takes settings from it.
 * Invariant: the values are a snapshot; later changes of variables have no effect.
 */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { showsLinks } from './link-terminals.ts';

/** Folders of other programs, from the variables named here; null where a variable is not set or empty. */
export interface ClientFolders {
  /** CODEX_HOME */
  codex: string | null;
  /** CLAUDE_CONFIG_DIR */
  claude: string | null;
  /** GEMINI_CLI_HOME, which Gemini CLI uses in place of the home folder. */
  gemini: string | null;
  /** XDG_CONFIG_HOME; null also if the path is relative. */
  xdgConfig: string | null;
  /** APPDATA and LOCALAPPDATA of Windows. */
  appData: string | null;
  localAppData: string | null;
}

/** Where the change under review is on its host, by the variables that a job of GitHub or GitLab has; null where one is missing. */
export interface ReviewedChange {
  /** GITHUB_API_URL, GITHUB_REPOSITORY, and the number in GITHUB_REF (`refs/pull/7/merge`). */
  github: { api: string; repository: string; number: number } | null;
  /** CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID. */
  gitlab: { api: string; project: string; number: number } | null;
}

export interface Environment {
  /** Null if the system reports none. */
  homeDirectory: string | null;
  /** `code-scout/` in the user's folder for configuration; it need not exist. Null if no variable names that folder and there is no home. */
  userConfigDirectory: string | null;
  /** `code-scout/` in the user's cache folder; it need not exist. Null if no variable names that folder and there is no home. */
  cacheDirectory: string | null;
  clientFolders: ClientFolders;
  /** The project that Claude Code names for its servers; null if it names none. */
  claudeProjectDirectory: string | null;
  /** NO_COLOR is set and not empty. */
  noColor: boolean;
  /** FORCE_COLOR is set, not empty and not `0`. */
  forceColor: boolean;
  /** `TERM=dumb`: no cursor movement. */
  dumbTerminal: boolean;
  /** Whether the terminal is known to show links. */
  showsLinks: boolean;
  /** The program that long answers are shown with, and its options: PAGER, or `less`. Null if none is wanted: PAGER is empty or `cat`. */
  pager: string | null;
  /** The base name of the login shell (SHELL); null if the variable is not set. */
  shell: string | null;
  /** Sent to the embedding endpoint that the user configured and nowhere else; never shown. Null without one. */
  embeddingKey: string | null;
  /** The token that clients of the HTTP server must send; never shown. Null without one. */
  httpToken: string | null;
  /** Sent to the host of the repository where `review --publish` was asked for, and nowhere else; never shown. Null without one. */
  reviewToken: string | null;
  reviewedChange: ReviewedChange;
  /** The secrets of page stores; never shown. */
  team: TeamEnvironment;
  /** Where traces are sent; null where the user names no collector, or has switched them off (OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER=none). */
  traces: TracesEnvironment | null;
  /** Variables that start with `CODE_SCOUT_`, except those of secrets. */
  settings: ReadonlyMap<string, string>;
  /**
   * For child processes that run git: all variables except those of Code Scout's secrets and most `GIT_` variables, since these can make git use
   * another repository or run other programs.
   */
  forGit: Readonly<Record<string, string>>;
}

/** By the variables of OpenTelemetry. What concerns the way to the collector alone is read by its library. */
export interface TracesEnvironment {
  /** OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG; null where they are not set. */
  sampler: string | null;
  samplerArgument: string | null;
}

/** For page stores; null where a variable is not set or empty. */
export interface TeamEnvironment {
  /** Sent to the page store that the user configured, if it is an HTTP server, and nowhere else. */
  token: string | null;
  /** The PEM text of the key that signs snapshots. */
  signingKey: string | null;
  /** Where the catalogue of an organisation's server is; a URL may have a password. */
  catalogue: string | null;
  /** By which messages of git hosts are known; several lines are several secrets. */
  hookSecret: string | null;
  /** AWS_ACCESS_KEY_ID and so on, as other programs read them. */
  s3: {
    accessKeyId: string | null;
    secretAccessKey: string | null;
    sessionToken: string | null;
    region: string | null;
    endpoint: string | null;
  };
}

type Variables = Readonly<Record<string, string | undefined>>;

function findHome(): string | null {
  try {
    return homedir() || null;
  } catch {
    // A container may run under a user id that the system has no entry for.
    return null;
  }
}

function userConfigDirectory(variables: Variables, home: string | null, platform: NodeJS.Platform): string | null {
  const xdg = variables['XDG_CONFIG_HOME'];
  // The XDG rules say that a relative path is to be ignored.
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'code-scout');
  if (platform === 'win32' && variables['APPDATA']) return join(variables['APPDATA'], 'code-scout');
  if (home === null) return null;
  if (platform === 'win32') return join(home, 'AppData', 'Roaming', 'code-scout');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'code-scout');
  return join(home, '.config', 'code-scout');
}

function cacheDirectory(variables: Variables, home: string | null, platform: NodeJS.Platform): string | null {
  if (platform === 'win32') {
    const local = variables['LOCALAPPDATA'];
    if (local !== undefined && isAbsolute(local)) return join(local, 'code-scout');
    return home === null ? null : join(home, 'AppData', 'Local', 'code-scout');
  }
  if (platform === 'darwin') return home === null ? null : join(home, 'Library', 'Caches', 'code-scout');
  const xdg = variables['XDG_CACHE_HOME'];
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'code-scout');
  return home === null ? null : join(home, '.cache', 'code-scout');
}

function clientFolders(variables: Variables): ClientFolders {
  const folder = (name: string): string | null => variables[name] || null;
  const xdg = folder('XDG_CONFIG_HOME');
  return {
    codex: folder('CODEX_HOME'),
    claude: folder('CLAUDE_CONFIG_DIR'),
    gemini: folder('GEMINI_CLI_HOME'),
    xdgConfig: xdg !== null && isAbsolute(xdg) ? xdg : null,
    appData: folder('APPDATA'),
    localAppData: folder('LOCALAPPDATA'),
  };
}

/** F: ends at once where all fits the screen. R: colours. X: leaves the text on the screen. */
const less = 'less -FRX';

function pagerOf(variables: Variables): string | null {
  const pager = variables['PAGER']?.trim() ?? less;
  if (pager === '' || pager === 'cat') return null;
  // `less` alone would print the sequences of colours as text, unless LESS says otherwise.
  return pager === 'less' && !variables['LESS'] ? less : pager;
}

function reviewedChange(variables: Variables): ReviewedChange {
  const [, pull] = /^refs\/pull\/(\d{1,9})\//.exec(variables['GITHUB_REF'] ?? '') ?? [];
  const { GITHUB_API_URL: githubApi, GITHUB_REPOSITORY: repository } = variables;
  const { CI_API_V4_URL: gitlabApi, CI_PROJECT_ID: project, CI_MERGE_REQUEST_IID: merge } = variables;
  return {
    github: githubApi && repository && pull ? { api: githubApi, repository, number: Number(pull) } : null,
    gitlab:
      gitlabApi && project && /^\d{1,9}$/.test(merge ?? '') ? { api: gitlabApi, project, number: Number(merge) } : null,
  };
}

/** This variable and the next ones hold secrets. Secrets are no options, because options are shown and files can set them. */
export const embeddingKeyVariable = 'CODE_SCOUT_EMBEDDING_API_KEY';
export const httpTokenVariable = 'CODE_SCOUT_HTTP_TOKEN';
export const reviewTokenVariable = 'CODE_SCOUT_REVIEW_TOKEN';
export const teamTokenVariable = 'CODE_SCOUT_TEAM_TOKEN';
export const signingKeyVariable = 'CODE_SCOUT_SIGNING_KEY';
export const catalogueVariable = 'CODE_SCOUT_CATALOGUE';
export const hookSecretVariable = 'CODE_SCOUT_HOOK_SECRET';
const secrets: ReadonlySet<string> = new Set([
  embeddingKeyVariable,
  httpTokenVariable,
  reviewTokenVariable,
  teamTokenVariable,
  signingKeyVariable,
  catalogueVariable,
  hookSecretVariable,
  // They may have the key of a collector, which no other program needs.
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
]);

function teamEnvironment(variables: Variables): TeamEnvironment {
  const value = (...names: string[]): string | null =>
    names.map((name) => variables[name]?.trim() || null).find((found) => found !== null) ?? null;
  return {
    token: value(teamTokenVariable),
    signingKey: value(signingKeyVariable),
    catalogue: value(catalogueVariable),
    hookSecret: value(hookSecretVariable),
    s3: {
      accessKeyId: value('AWS_ACCESS_KEY_ID'),
      secretAccessKey: value('AWS_SECRET_ACCESS_KEY'),
      sessionToken: value('AWS_SESSION_TOKEN'),
      region: value('AWS_REGION', 'AWS_DEFAULT_REGION'),
      endpoint: value('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'),
    },
  };
}

function tracesEnvironment(variables: Variables): TracesEnvironment | null {
  const endpoint = variables['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || variables['OTEL_EXPORTER_OTLP_ENDPOINT'];
  const isOff =
    variables['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || variables['OTEL_TRACES_EXPORTER'] === 'none';
  if (!endpoint?.trim() || isOff) return null;
  return {
    sampler: variables['OTEL_TRACES_SAMPLER'] || null,
    samplerArgument: variables['OTEL_TRACES_SAMPLER_ARG'] || null,
  };
}

/** The `GIT_` variables that are passed on: they name neither a repository nor a program. */
const keptGitVariables = new Set(['GIT_SSL_CAINFO', 'GIT_CEILING_DIRECTORIES', 'GIT_DISCOVERY_ACROSS_FILESYSTEM']);

export function readEnvironment(
  variables: Variables = process.env,
  platform: NodeJS.Platform = process.platform,
): Environment {
  const homeDirectory = findHome();
  const settings = new Map<string, string>();
  const forGit: Record<string, string> = { __proto__: null } as unknown as Record<string, string>;
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined || secrets.has(name)) continue;
    if (name.startsWith('CODE_SCOUT_')) settings.set(name, value);
    if (!name.startsWith('GIT_') || keptGitVariables.has(name)) forGit[name] = value;
  }
  return {
    homeDirectory,
    userConfigDirectory: userConfigDirectory(variables, homeDirectory, platform),
    cacheDirectory: cacheDirectory(variables, homeDirectory, platform),
    clientFolders: clientFolders(variables),
    claudeProjectDirectory: variables['CLAUDE_PROJECT_DIR'] || null,
    noColor: (variables['NO_COLOR'] ?? '') !== '',
    forceColor: !['', '0', undefined].includes(variables['FORCE_COLOR']),
    dumbTerminal: variables['TERM'] === 'dumb',
    showsLinks: showsLinks(variables),
    pager: pagerOf(variables),
    shell: variables['SHELL']?.split(/[/\\]/).at(-1) || null,
    embeddingKey: variables[embeddingKeyVariable]?.trim() || null,
    httpToken: variables[httpTokenVariable]?.trim() || null,
    reviewToken: variables[reviewTokenVariable]?.trim() || null,
    reviewedChange: reviewedChange(variables),
    team: teamEnvironment(variables),
    traces: tracesEnvironment(variables),
    settings,
    forGit,
  };
}

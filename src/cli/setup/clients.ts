/** The clients that `setup` knows: the settings file of each, and the form of its entries. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientFolders } from '../../config/environment.ts';
import { AppError } from '../../model/error.ts';
import { nearest } from '../../util/nearest.ts';

export type Scope = 'user' | 'project';
export const scopes: readonly Scope[] = ['user', 'project'];

/** Where the settings files of clients are: the folders of the user and of the project. */
export interface Locations {
  platform: NodeJS.Platform;
  home: string;
  /** The project's root; null outside of a project. */
  project: string | null;
  folders: ClientFolders;
}

/** What `setup` writes for a client: the entry of the server; guidance for agents, a sub-agent, and a hint at the start of a session. */
export type Part = 'server' | TextPart;
/** The parts that tell agents of the server. */
export type TextPart = 'guidance' | 'agent' | 'hint';

/** The file of a part, in the user's folder and in a project. */
export interface TextFile {
  /** Null if the client reads none for all projects. */
  userFile(locations: Locations): string | null;
  /** Relative to the project's root. */
  projectFile: string;
}

/** The command that starts a server. */
export interface Launch {
  command: string;
  args: readonly string[];
}

export interface Client {
  id: string;
  title: string;
  format: 'json' | 'toml';
  /** The object or table with the servers by name. */
  servers: string;
  /** The file with the user's settings. */
  userFile(locations: Locations): string;
  /** The file with a project's settings, relative to the project's root; null if the client has none. */
  projectFile: string | null;
  /** Files and folders of the client; if one of them exists, the client counts as installed. */
  traces(locations: Locations): string[];
  entry(launch: Launch): Readonly<Record<string, unknown>>;
  /** The files of the other parts; a part that the client cannot read is missing. */
  texts: Readonly<Partial<Record<TextPart, TextFile>>>;
  /** Whether the client is started from a desktop, where the PATH of the shell may be missing. */
  fromDesktop: boolean;
  /** Whether the entry has to name a project, because the client does not say which one is open, by working folder or by MCP roots. */
  needsProject: boolean;
  /** What the user has to do after the setup. */
  next: string;
  /** `next` after a setup of the project's file, if it differs. */
  nextInProject?: string;
}

function configFolder({ platform, home, folders }: Locations): string {
  if (platform === 'win32') return folders.appData ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return xdgFolder(home, folders);
}

function xdgFolder(home: string, folders: ClientFolders): string {
  return folders.xdgConfig ?? join(home, '.config');
}

function isFilledFile(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && stat.size > 0;
}

/** Claude Code still prefers the file of its early versions if there is one. */
function claudeCodeFile({ home, folders }: Locations): string {
  const earlyFile = join(folders.claude ?? join(home, '.claude'), '.config.json');
  return isFilledFile(earlyFile) ? earlyFile : join(folders.claude ?? home, '.claude.json');
}

/**
 * Windows redirects the settings folder of a packaged program to a folder of its own, so that the program never reads the usual one.
 */
function packagedClaudeFolder({ platform, home, folders }: Locations): string | null {
  if (platform !== 'win32') return null;
  const packages = join(folders.localAppData ?? join(home, 'AppData', 'Local'), 'Packages');
  if (!existsSync(packages)) return null;
  const found = readdirSync(packages)
    .filter((name) => name.startsWith('Claude_'))
    .toSorted()
    .map((name) => join(packages, name, 'LocalCache', 'Roaming', 'Claude'))
    .filter((folder) => existsSync(folder));
  return found.find((folder) => existsSync(join(folder, claudeDesktopFile))) ?? found[0] ?? null;
}

const claudeDesktopFile = 'claude_desktop_config.json';

function claudeDesktopFolder(locations: Locations): string {
  return packagedClaudeFolder(locations) ?? join(configFolder(locations), 'Claude');
}

function codexFolder({ home, folders }: Locations): string {
  return folders.codex ?? join(home, '.codex');
}

function geminiFolder({ home, folders }: Locations): string {
  return join(folders.gemini ?? home, '.gemini');
}

function zedFolder(locations: Locations): string {
  const { platform, home, folders } = locations;
  return platform === 'win32' ? join(configFolder(locations), 'Zed') : join(xdgFolder(home, folders), 'zed');
}

const plainEntry = ({ command, args }: Launch): Readonly<Record<string, unknown>> => ({ command, args });
const typedEntry = (launch: Launch): Readonly<Record<string, unknown>> => ({ type: 'stdio', ...plainEntry(launch) });

/** Several clients read this file in a project, and only there. */
const sharedInstructions = { guidance: { userFile: () => null, projectFile: 'AGENTS.md' } } as const;

function claudeFolder({ home, folders }: Locations): string {
  return folders.claude ?? join(home, '.claude');
}

const seeMcp = 'Restart it; /mcp shows the server.';

export const clients: readonly Client[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    servers: 'mcpServers',
    userFile: claudeCodeFile,
    projectFile: '.mcp.json',
    traces: ({ home, folders }) => [folders.claude ?? join(home, '.claude'), join(home, '.claude.json')],
    entry: typedEntry,
    texts: {
      guidance: { userFile: (locations) => join(claudeFolder(locations), 'CLAUDE.md'), projectFile: 'CLAUDE.md' },
      agent: {
        userFile: (locations) => join(claudeFolder(locations), 'agents', 'code-scout.md'),
        projectFile: join('.claude', 'agents', 'code-scout.md'),
      },
      hint: {
        userFile: (locations) => join(claudeFolder(locations), 'settings.json'),
        projectFile: join('.claude', 'settings.json'),
      },
    },
    fromDesktop: false,
    needsProject: false,
    next: seeMcp,
    nextInProject: 'Restart it in the project; it asks once whether the project’s servers may run.',
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    servers: 'mcpServers',
    userFile: (locations) => join(claudeDesktopFolder(locations), claudeDesktopFile),
    projectFile: null,
    traces: (locations) => [claudeDesktopFolder(locations)],
    entry: plainEntry,
    texts: {},
    fromDesktop: true,
    needsProject: true,
    next: 'Quit it and start it again.',
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    servers: 'mcp_servers',
    userFile: (locations) => join(codexFolder(locations), 'config.toml'),
    projectFile: join('.codex', 'config.toml'),
    traces: (locations) => [codexFolder(locations)],
    entry: plainEntry,
    texts: {
      guidance: { userFile: (locations) => join(codexFolder(locations), 'AGENTS.md'), projectFile: 'AGENTS.md' },
    },
    fromDesktop: false,
    needsProject: false,
    next: seeMcp,
    nextInProject: 'Restart it in the project, which it has to trust.',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'json',
    servers: 'mcpServers',
    userFile: ({ home }) => join(home, '.cursor', 'mcp.json'),
    projectFile: join('.cursor', 'mcp.json'),
    traces: ({ home }) => [join(home, '.cursor')],
    entry: plainEntry,
    texts: sharedInstructions,
    fromDesktop: true,
    needsProject: false,
    next: 'Its settings list the server under MCP; turn it on there if it is off.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'json',
    servers: 'servers',
    userFile: (locations) => join(configFolder(locations), 'Code', 'User', 'mcp.json'),
    projectFile: join('.vscode', 'mcp.json'),
    traces: (locations) => [join(configFolder(locations), 'Code'), join(locations.home, '.vscode')],
    entry: typedEntry,
    texts: sharedInstructions,
    fromDesktop: true,
    needsProject: false,
    next: 'Run “MCP: List Servers” in its command palette, and start the server there.',
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    servers: 'mcpServers',
    userFile: (locations) => join(geminiFolder(locations), 'settings.json'),
    projectFile: join('.gemini', 'settings.json'),
    traces: (locations) => [geminiFolder(locations)],
    entry: plainEntry,
    texts: {
      guidance: { userFile: (locations) => join(geminiFolder(locations), 'GEMINI.md'), projectFile: 'GEMINI.md' },
    },
    fromDesktop: false,
    needsProject: false,
    next: seeMcp,
    nextInProject: 'Restart it in the project, which it has to trust.',
  },
  {
    id: 'zed',
    title: 'Zed',
    format: 'json',
    servers: 'context_servers',
    userFile: (locations) => join(zedFolder(locations), 'settings.json'),
    projectFile: join('.zed', 'settings.json'),
    traces: (locations) => [zedFolder(locations)],
    entry: (launch) => ({ ...plainEntry(launch), env: {} }),
    texts: sharedInstructions,
    fromDesktop: true,
    needsProject: false,
    next: 'The settings of its agent list the server; a green dot says that it runs.',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    servers: 'mcpServers',
    userFile: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    projectFile: null,
    traces: ({ home }) => [join(home, '.codeium', 'windsurf')],
    entry: plainEntry,
    texts: sharedInstructions,
    fromDesktop: true,
    needsProject: true,
    next: 'Refresh the servers in the panel of Cascade.',
  },
];

/** Keys of transports other than stdio; in one entry with a command they contradict it. */
export const otherTransports: readonly string[] = [
  'url',
  'httpUrl',
  'serverUrl',
  'headers',
  'http_headers',
  'bearer_token_env_var',
];

export function isInstalled(client: Client, locations: Locations): boolean {
  return client.traces(locations).some((path) => existsSync(path));
}

/** Throws `AppError` for an unknown name. */
export function findClient(name: string): Client {
  const ids = clients.map(({ id }) => id);
  const found = clients.find(({ id }) => id === name.toLowerCase());
  if (found !== undefined) return found;
  const near = nearest(name, ids);
  throw new AppError('ValidationError', `Unknown client: ${name}`, {
    hint: `${near === null ? '' : `Did you mean ${near}? `}Clients: ${ids.join(', ')}.`,
    details: { field: 'client', expected: `one of ${ids.join(', ')}`, received: name },
  });
}

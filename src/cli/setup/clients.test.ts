import { join, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findClient, clients, isInstalled } from './clients.ts';
import { installationKind, launchOf, thisInstallation } from './launch.ts';
import type { Installation } from './launch.ts';
import { createTestHome } from './testing/home.ts';
import type { TestHome } from './testing/home.ts';

/** The rules are for any system; what separates is that of the system that runs. */
const withSlashes = (path: string): string => path.replaceAll(sep, '/');

let home: TestHome;
beforeEach(() => {
  home = createTestHome();
});
afterEach(() => home.remove());

describe('the user’s file', () => {
  const files = {
    linux: {
      'claude-code': '.claude.json',
      'claude-desktop': '.config/Claude/claude_desktop_config.json',
      codex: '.codex/config.toml',
      cursor: '.cursor/mcp.json',
      vscode: '.config/Code/User/mcp.json',
      gemini: '.gemini/settings.json',
      zed: '.config/zed/settings.json',
      windsurf: '.codeium/windsurf/mcp_config.json',
    },
    darwin: {
      'claude-code': '.claude.json',
      'claude-desktop': 'Library/Application Support/Claude/claude_desktop_config.json',
      codex: '.codex/config.toml',
      cursor: '.cursor/mcp.json',
      vscode: 'Library/Application Support/Code/User/mcp.json',
      gemini: '.gemini/settings.json',
      zed: '.config/zed/settings.json',
      windsurf: '.codeium/windsurf/mcp_config.json',
    },
    win32: {
      'claude-code': '.claude.json',
      'claude-desktop': 'AppData/Roaming/Claude/claude_desktop_config.json',
      codex: '.codex/config.toml',
      cursor: '.cursor/mcp.json',
      vscode: 'AppData/Roaming/Code/User/mcp.json',
      gemini: '.gemini/settings.json',
      zed: 'AppData/Roaming/Zed/settings.json',
      windsurf: '.codeium/windsurf/mcp_config.json',
    },
  } as const;
  it.each(Object.entries(files))('of each client on %s', (platform, expected) => {
    const locations = home.locations(platform as NodeJS.Platform);
    const found = clients.map((client) => [
      client.id,
      withSlashes(client.userFile(locations).slice(home.folder.length + 1)),
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it.each([
    ['codex', 'linux', { codex: '/c' }, '/c/config.toml'],
    ['claude-code', 'linux', { claude: '/c' }, '/c/.claude.json'],
    ['gemini', 'darwin', { gemini: '/g' }, '/g/.gemini/settings.json'],
    ['zed', 'darwin', { xdgConfig: '/x' }, '/x/zed/settings.json'],
    ['vscode', 'linux', { xdgConfig: '/x' }, '/x/Code/User/mcp.json'],
    ['vscode', 'win32', { appData: '/a' }, '/a/Code/User/mcp.json'],
    ['zed', 'win32', { appData: '/a', xdgConfig: '/x' }, '/a/Zed/settings.json'],
    ['claude-desktop', 'win32', { appData: '/a' }, '/a/Claude/claude_desktop_config.json'],
  ] as const)('of %s on %s by %j', (id, platform, folders, expected) => {
    expect(withSlashes(findClient(id).userFile(home.locations(platform, folders)))).toBe(expected);
  });

  it('of Claude Desktop is in the folder of packaged programs on Windows', () => {
    const folder = 'AppData/Local/Packages/Claude_abc/LocalCache/Roaming/Claude';
    home.write(`${folder}/logs/x`, '');
    home.write('AppData/Local/Packages/Other_abc/LocalCache/Roaming/Claude/claude_desktop_config.json', '{}');
    const desktop = findClient('claude-desktop');
    const own = join(home.folder, folder, 'claude_desktop_config.json');
    expect(desktop.userFile(home.locations('win32'))).toBe(own);
    expect(isInstalled(desktop, home.locations('win32'))).toBe(true);
    expect(desktop.userFile(home.locations('linux'))).not.toBe(own);
    const used = home.write(
      'AppData/Local/Packages/Claude_def/LocalCache/Roaming/Claude/claude_desktop_config.json',
      '{}',
    );
    expect(desktop.userFile(home.locations('win32'))).toBe(used);
  });

  it('of Claude Code is the one of its early versions if that exists', () => {
    const early = home.write('.claude/.config.json', '');
    const code = findClient('claude-code');
    expect(code.userFile(home.locations())).toBe(join(home.folder, '.claude.json'));
    home.write('.claude/.config.json', '{}');
    expect(code.userFile(home.locations())).toBe(early);
  });
});

describe('a client', () => {
  it('counts as installed if it left a file', () => {
    for (const client of clients) expect(isInstalled(client, home.locations())).toBe(false);
    home.write('.codex/x', '');
    home.write('.claude.json', '{}');
    expect(clients.filter((client) => isInstalled(client, home.locations())).map(({ id }) => id)).toEqual([
      'claude-code',
      'codex',
    ]);
  });

  it('has an entry of its own form', () => {
    const entries = clients.map(({ id, servers, entry }) => [id, { [servers]: entry({ command: 'c', args: ['a'] }) }]);
    const plain = { command: 'c', args: ['a'] };
    expect(Object.fromEntries(entries)).toEqual({
      'claude-code': { mcpServers: { type: 'stdio', ...plain } },
      'claude-desktop': { mcpServers: plain },
      codex: { mcp_servers: plain },
      cursor: { mcpServers: plain },
      vscode: { servers: { type: 'stdio', ...plain } },
      gemini: { mcpServers: plain },
      zed: { context_servers: { ...plain, env: {} } },
      windsurf: { mcpServers: plain },
    });
  });

  it('is named in the answer', () => {
    expect(findClient('VSCode').id).toBe('vscode');
    expect(() => findClient('curser')).toThrow(
      expect.objectContaining({
        message: 'Unknown client: curser',
        hint: expect.stringContaining('Did you mean cursor?') as string,
      }) as Error,
    );
  });
});

describe('the command that starts the server', () => {
  const installation = (kind: Installation['kind'], platform: NodeJS.Platform = 'linux'): Installation => ({
    kind,
    execPath: '/opt/node',
    entry: '/opt/lib/dist/bin.js',
    platform,
  });
  const byPath = { command: '/opt/node', args: ['/opt/lib/dist/bin.js'] };
  const byNpx = { command: 'npx', args: ['-y', 'code-scout-mcp'] };
  it.each([
    ['checkout', 'user', byPath],
    ['checkout', 'project', byPath],
    ['npx', 'user', byNpx],
    ['npx', 'project', byNpx],
    ['global', 'user', byPath],
    ['global', 'project', byNpx],
    ['local', 'user', byPath],
    ['local', 'project', byNpx],
  ] as const)('of a %s installation, %s scope', (kind, scope, expected) => {
    expect(launchOf(installation(kind), { scope, roots: [], toolsets: 'all' })).toEqual(expected);
  });

  it('names projects, and a shell for npx on Windows', () => {
    const request = { scope: 'user', roots: ['/a b', '/c'], toolsets: 'core,graph' } as const;
    expect(launchOf(installation('npx', 'win32'), request)).toEqual({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'code-scout-mcp', '--toolsets', 'core,graph', '--root', '/a b', '--root', '/c'],
    });
    expect(launchOf(installation('checkout', 'win32'), request)).toEqual({
      command: '/opt/node',
      args: ['/opt/lib/dist/bin.js', '--toolsets', 'core,graph', '--root', '/a b', '--root', '/c'],
    });
  });

  it('names a workspace', () => {
    const request = { scope: 'user', roots: [], workspace: '/w/all.json', toolsets: 'all' } as const;
    expect(launchOf(installation('checkout'), request).args).toEqual([
      '/opt/lib/dist/bin.js',
      '--workspace',
      '/w/all.json',
    ]);
  });

  it('is found out by the folder of the package', () => {
    home.write('proj/package.json', '{}');
    const kinds = [
      ['code-scout', 'checkout'],
      ['.npm/_npx/0a1b/node_modules/code-scout-mcp', 'npx'],
      ['lib/node_modules/code-scout-mcp', 'global'],
      ['proj/node_modules/code-scout-mcp', 'local'],
    ] as const;
    for (const [path, kind] of kinds) expect(installationKind(join(home.folder, path))).toBe(kind);
    expect(thisInstallation()).toMatchObject({ kind: 'checkout', execPath: process.execPath });
    expect(withSlashes(thisInstallation().entry)).toMatch(/src\/cli\/bin\.ts$/);
  });
});

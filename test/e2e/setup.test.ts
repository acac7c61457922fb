/** `setup` and `unsetup` as processes, with real files in a home folder of their own. */
import { execSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProject, homeVariables } from './cli-process.ts';
import type { TestProject } from './cli-process.ts';
import { programEntry } from '../program-entry.ts';

let project: TestProject;
let home: string;
beforeEach(() => {
  project = createProject({});
  home = dirname(project.root);
});
afterEach(() => project.remove());

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}
const read = (path: string): string => readFileSync(join(home, path), 'utf8');

const codexText = '# mine\nmodel = "o" # best\n';
const onWindows = process.platform === 'win32';
const zedFile = onWindows ? 'AppData/Roaming/Zed/settings.json' : '.config/zed/settings.json';
const zedText = '// Zed\n{\n  "theme": "One", // nice\n}\n';

it('configures the installed clients, says so the second time, and undoes exactly that', async () => {
  write('.codex/config.toml', codexText);
  write(zedFile, zedText);
  const first = await project.run(['setup', '--yes']);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('Found: Codex, Zed.\nNot found: Claude Code,');
  expect(first.stdout).toContain('\n+[mcp_servers.code-scout]\n');
  expect(read('.codex/config.toml')).toBe(
    `${codexText}\n[mcp_servers.code-scout]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${[programEntry, '--toolsets', 'core'].map((one) => JSON.stringify(one)).join(', ')}]\n`,
  );
  expect(read(zedFile)).toContain('"theme": "One", // nice\n  "context_servers": {');
  const again = await project.run(['setup', '--json']);
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({
    clients: [
      { client: 'codex', action: 'none', diff: [] },
      { client: 'zed', action: 'none', diff: [] },
    ],
    record: null,
  });
  expect((await project.run(['setup', '--list'])).stdout).toMatch(/^codex +yes +user +set up +\S+config\.toml$/m);
  const back = await project.run(['unsetup', '--yes']);
  expect(back).toMatchObject({ code: 0, stderr: '' });
  expect(read('.codex/config.toml')).toBe(codexText);
  expect(read(zedFile)).toBe(zedText);
  expect(existsSync(join(home, '.config/code-scout'))).toBe(false);
  expect(await project.run(['unsetup', '--yes'])).toMatchObject({
    code: 1,
    stdout: 'No client is set up: there is no record of a setup.\n',
  });
});

it('writes nothing without consent', async () => {
  write('.codex/config.toml', codexText);
  const refused = await project.run(['setup']);
  expect(refused.code).toBe(2);
  expect(refused.stdout).toContain('+[mcp_servers.code-scout]');
  expect(refused.stderr).toContain('Nothing was written: without a terminal there is no way to ask first\nAdd --yes');
  expect((await project.run(['setup', '--dry-run'])).code).toBe(0);
  expect(JSON.parse((await project.run(['setup', '--json'])).stdout)).toMatchObject({
    error: { type: 'ValidationError' },
  });
  expect(read('.codex/config.toml')).toBe(codexText);
  expect(existsSync(join(home, '.config'))).toBe(false);
});

it('writes guidance for agents on demand, prints it for the hook, and undoes both', async () => {
  const args = [
    'setup',
    'claude-code',
    'codex',
    '--scope',
    'project',
    '--guidance',
    '--session-hint',
    '--yes',
    '--json',
  ];
  const { code, stdout } = await project.run(args);
  expect(code).toBe(0);
  const written = (JSON.parse(stdout) as { clients: { path: string; action: string }[] }).clients;
  expect(written.map(({ path, action }) => `${relative(project.root, path).replaceAll('\\', '/')} ${action}`)).toEqual([
    '.mcp.json written',
    '.codex/config.toml written',
    'CLAUDE.md written',
    '.claude/agents/code-scout.md written',
    '.claude/settings.json written',
    'AGENTS.md written',
  ]);
  const { stdout: printed } = await project.run(['guidance']);
  expect(readFileSync(join(project.root, 'AGENTS.md'), 'utf8')).toContain(printed.trim());
  const { hooks } = JSON.parse(readFileSync(join(project.root, '.claude', 'settings.json'), 'utf8')) as {
    hooks: { SessionStart: { hooks: { command: string }[] }[] };
  };
  const command = hooks.SessionStart[0]!.hooks[0]!.command;
  expect(execSync(command, { encoding: 'utf8' })).toBe(printed);
  expect((await project.run(['unsetup', '--yes'])).code).toBe(0);
  expect(existsSync(join(project.root, 'CLAUDE.md'))).toBe(false);
  expect(existsSync(join(project.root, '.claude'))).toBe(false);
});

it('keeps the entry of a project in the project', async () => {
  const args = ['vscode', 'claude-code', '--scope', 'project'];
  const { code, stdout } = await project.run(['setup', ...args, '--yes', '--json']);
  expect(code).toBe(0);
  const { clients } = JSON.parse(stdout) as { clients: { path: string; action: string; notes: string[] }[] };
  expect(clients.map(({ path, action }) => [path, action])).toEqual([
    [join(project.root, '.vscode/mcp.json'), 'written'],
    [join(project.root, '.mcp.json'), 'written'],
  ]);
  expect(clients[0]!.notes.join()).toContain('a path of this machine');
  expect(JSON.parse(read('project/.vscode/mcp.json'))).toEqual({
    servers: { 'code-scout': { type: 'stdio', command: process.execPath, args: [programEntry, '--toolsets', 'core'] } },
  });
  expect(await project.run(['unsetup', '--scope', 'user', '--yes'])).toMatchObject({
    code: 1,
    stdout: 'No client is set up in the settings of the user: there is no record of a setup with --scope user.\n',
  });
  expect((await project.run(['unsetup', '--scope', 'project', '--yes'])).code).toBe(0);
  expect(existsSync(join(project.root, '.vscode'))).toBe(false);
  expect(existsSync(join(project.root, '.mcp.json'))).toBe(false);
});

it('names the project for a client that does not, and skips such a client where there is no project', async () => {
  write('.codeium/windsurf/mcp_config.json', '');
  write('.cursor/mcp.json', '{}');
  const elsewhere = { cwd: home, env: { ...homeVariables(home), XDG_CONFIG_HOME: join(home, '.config') } };
  const outside = await project.run(['setup', '--yes'], elsewhere);
  expect(outside.code).toBe(0);
  expect(outside.stdout).toContain('Windsurf: skipped. Windsurf does not tell its servers which project is open.');
  expect(read('.codeium/windsurf/mcp_config.json')).toBe('');
  const named = await project.run(['setup', 'windsurf', '--yes'], elsewhere);
  expect(named.code).toBe(2);
  expect(named.stderr).toContain('code-scout setup windsurf --root /path/to/project');
  const given = await project.run(['setup', 'windsurf', '--yes', '--root', project.root], elsewhere);
  expect(given.code).toBe(0);
  expect(JSON.parse(read('.codeium/windsurf/mcp_config.json'))).toMatchObject({
    mcpServers: { 'code-scout': { args: [programEntry, '--toolsets', 'core', '--root', project.root] } },
  });
});

it('continues after a file that it cannot read, and leaves an entry that it did not write', async () => {
  write('.codex/config.toml', 'a = \n');
  write('.cursor/mcp.json', '{"mcpServers": {"code-scout": {"command": "mine"}}}');
  write(zedFile, zedText);
  const { code, stdout, stderr } = await project.run(['setup', 'codex', 'zed', '--yes']);
  expect(code).toBe(3);
  expect(stderr).toContain(
    `Error: Codex: ${join(home, '.codex', 'config.toml')}:1:5: expected a value, found the end of the line`,
  );
  expect(stderr).toContain('or add by hand:\n[mcp_servers.code-scout]\n');
  expect(stdout).toContain('Written.');
  const back = await project.run(['unsetup', '--yes']);
  expect(back.stdout).toContain('Entries that setup did not write: cursor. To remove them: code-scout unsetup cursor');
  expect(read('.cursor/mcp.json')).toContain('mine');
  const named = await project.run(['unsetup', 'cursor', '--yes']);
  expect(named.stdout).toContain('There is no record that code-scout setup wrote this entry.');
  expect(read('.cursor/mcp.json')).toBe('{"mcpServers": {}}');
});

it.each([
  [['setup', 'curser'], 'Unknown client: curser\nDid you mean cursor?'],
  [['setup', 'windsurf', '--scope', 'project'], 'Windsurf has no settings in projects\nLeave --scope out for it.'],
  [['setup', '--scope', 'global'], 'Allowed choices are user, project'],
])('says what is wrong with %j', async (args, message) => {
  const { code, stderr } = await project.run(args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

it('says that it found no client, and how to name one', async () => {
  const { code, stderr } = await project.run(['setup']);
  expect(code).toBe(1);
  expect(stderr).toContain(
    'No client was found on this machine\nName one to set it up anyway: code-scout setup CLIENT',
  );
});

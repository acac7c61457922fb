/**
 * `--toolsets`, `--tools`, `--exclude-tools`, `--read-only` over stdio and HTTP, as flags, environment variables and
 * settings.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/registry.ts';
import { run } from './cli-process.ts';
import { fixtureProject, temporaryFolder } from './fixture-project.ts';
import { RawClient } from './raw-client.ts';

const root = fixtureProject();
const open: RawClient[] = [];
const names = tools.map(({ name }) => name);

afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function listed(args: string[], env: Record<string, string> = {}) {
  const client = new RawClient({ cwd: root, args, env });
  open.push(client);
  const { result: hello } = await client.initialize();
  const { result } = await client.request('tools/list');
  const list = (result?.['tools'] ?? []) as { name: string }[];
  return { client, list: list.map(({ name }) => name), instructions: String(hello?.['instructions']) };
}

describe('the served tools', () => {
  it('are all tools by default', async () => {
    expect((await listed([])).list).toEqual(names);
  });

  it.each<[string, string[], Record<string, string>, string[]]>([
    ['without a command', ['--tools', 'read_file,search'], {}, ['read_file', 'search']],
    ['with serve', ['serve', '--toolsets', 'tags', '--tools=read_file'], {}, ['code-scout_search', 'read_file']],
    [
      'by variables',
      [],
      { CODE_SCOUT_TOOLS_TOOLSETS: 'files', CODE_SCOUT_TOOLS_EXCLUDED: 'chunk_file' },
      tools.filter(({ name, toolset }) => toolset === 'files' && name !== 'chunk_file').map(({ name }) => name),
    ],
    ['read only', ['--read-only', '--toolsets', 'index'], {}, ['code-scout_status']],
  ])('are those selected %s; no others are mentioned or can be called', async (_, args, env, wanted) => {
    const { client, list, instructions } = await listed(args, env);
    expect(list).toEqual(wanted);
    // A tool's name counts as mentioned where it is a word of its own; `search` is also an English word.
    for (const name of names.filter((one) => !wanted.includes(one) && one !== 'search')) {
      expect(instructions).not.toMatch(new RegExp(`(?<![\\w-])${name}(?![\\w-])`));
    }
    const { error } = await client.request('tools/call', { name: 'code-scout_index', arguments: {} });
    expect(error?.code).toBe(-32602);
    expect(error?.message).toContain(`The tools are ${wanted.join(', ')}`);
  });

  it('can be set by the user, but not by the repository', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'code-scout'));
    writeFileSync(join(home, 'code-scout', 'config.json'), JSON.stringify({ tools: { readOnly: true } }));
    expect((await listed([], { XDG_CONFIG_HOME: home })).list).not.toContain('code-scout_index');
    const other = fixtureProject();
    writeFileSync(join(other, 'code-scout.config.json'), JSON.stringify({ tools: { readOnly: false } }));
    const client = new RawClient({ cwd: other, args: ['--read-only'] });
    open.push(client);
    await client.initialize();
    expect(JSON.stringify((await client.request('tools/list')).result)).not.toContain('"code-scout_index"');
    expect((await client.call('code-scout_status')).text).toContain('cannot be set by a project’s own file');
  });

  it.each([
    ['--toolsets', 'grpah', 'Unknown toolset: grpah', 'Did you mean graph?'],
    ['--tools', 'serch_repo', 'Unknown tool: serch_repo', 'Did you mean search_repo?'],
    ['--exclude-tools', 'nothing_like_it', 'Unknown tool: nothing_like_it', 'The tools are changes'],
  ])('are refused under an unknown name: %s %s', async (flag, value, message, hint) => {
    for (const more of [[], ['--http', '--port', '0']]) {
      const { code, stderr } = await run(['serve', flag, value, ...more], { cwd: root });
      expect(code).not.toBe(0);
      expect(stderr).toContain(message);
      expect(stderr).toContain(hint);
    }
  });
});

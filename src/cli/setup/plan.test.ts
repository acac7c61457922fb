import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { carryOut } from './carry-out.ts';
import { findClient, clients } from './clients.ts';
import type { Client, Launch } from './clients.ts';
import { planSetup, planUnsetup } from './plan.ts';
import type { Target } from './plan.ts';
import { loadRecords } from './record.ts';
import type { SetupRecord } from './record.ts';
import { createTestHome, testSetupContext } from './testing/home.ts';
import type { TestHome } from './testing/home.ts';

let home: TestHome;
beforeEach(() => {
  home = createTestHome();
});
afterEach(() => home.remove());

const launch: Launch = { command: '/opt/node', args: ['/opt/code-scout/dist/bin.js'] };

function targetFor(client: Client): Target {
  return { client, scope: 'user', part: 'server', path: client.userFile(home.locations()), project: null };
}

function knownIn(client: Client): SetupRecord | null {
  return (
    loadRecords(testSetupContext(home, 'write').userConfigDirectory).find((one) => one.client === client.id) ?? null
  );
}

async function setUp(client: Client, how: Launch = launch) {
  const plan = planSetup(targetFor(client), client.entry(how), knownIn(client));
  return plan.standing === 'set' ? 'set' : (await carryOut(plan, testSetupContext(home, 'write'), [])).action;
}

async function unset(client: Client) {
  const plan = planUnsetup(targetFor(client), knownIn(client));
  return plan.standing === 'absent' ? 'absent' : (await carryOut(plan, testSetupContext(home, 'write'), [])).action;
}

const codex = findClient('codex');
const cursor = findClient('cursor');
const zed = findClient('zed');

describe.each(clients.map((client) => [client.id, client] as const))('%s', (_, client) => {
  const odd =
    client.format === 'toml'
      ? ['', '# mine\r\n[mcp_servers.other]\r\ncommand = "a"', 'x = 1\n\n\n', '\ufeffx = 1\n']
      : [
          '',
          '{}',
          '\n',
          '{\r\n\t"a": [1, 2], // c\r\n}',
          '\ufeff{"a": 1}',
          `{ "${client.servers}" : { } }`,
          '// only this',
        ];

  it.each(odd)('is set up and unset with nothing else changed: %j', async (text) => {
    const { path } = targetFor(client);
    home.write(path.slice(home.folder.length), text);
    const before = home.snapshot();
    expect(await setUp(client)).toBe('written');
    expect(readFileSync(path, 'utf8')).not.toBe(text);
    expect(await setUp(client)).toBe('set');
    expect(await unset(client)).toBe('written');
    expect(home.snapshot()).toEqual(before);
  });

  it('leaves nothing behind if there was nothing before', async () => {
    expect(await setUp(client)).toBe('written');
    expect(await unset(client)).toBe('removed');
    expect(home.snapshot()).toEqual({});
  });

  it('restores an earlier entry, however often the client was set up', async () => {
    const { path } = targetFor(client);
    const text =
      client.format === 'toml'
        ? '[mcp_servers.code-scout]\nurl = "http://127.0.0.1:3000/mcp" # old\nenabled = true\n'
        : `{ "${client.servers}": { "code-scout": { "url": "http://127.0.0.1:3000/mcp" /* old */ } } }`;
    home.write(path.slice(home.folder.length), text);
    expect(planSetup(targetFor(client), client.entry(launch), null).standing).toBe('differs');
    await setUp(client);
    await setUp(client, { command: 'npx', args: ['-y', 'code-scout-mcp'] });
    expect(readFileSync(path, 'utf8')).toContain('npx');
    expect(readFileSync(path, 'utf8')).not.toContain('127.0.0.1');
    await unset(client);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

describe('a file that changed since', () => {
  it('keeps newer changes, and removes the entry and what was created for it', async () => {
    const path = '.cursor/mcp.json';
    home.write(path, '{\n  "a": 1\n}\n');
    await setUp(cursor);
    home.write(path, home.read(path)!.replace('"a": 1,', '"a": 2,\n  "b": 3, // new'));
    await unset(cursor);
    expect(home.read(path)).toBe('{\n  "a": 2,\n  "b": 3 // new\n}\n');
  });

  it('is removed only if nothing else is in it', async () => {
    await setUp(cursor);
    home.write('.cursor/mcp.json', JSON.stringify(JSON.parse(home.read('.cursor/mcp.json')!)));
    expect(await unset(cursor)).toBe('removed');
    await setUp(cursor);
    home.write('.cursor/mcp.json', `// mine\n${home.read('.cursor/mcp.json')}`);
    expect(await unset(cursor)).toBe('written');
    expect(home.read('.cursor/mcp.json')).toBe('// mine\n{}\n');
  });

  it('keeps its record and the user’s additions when it is set up again', async () => {
    home.write('.codex/config.toml', 'a = 1\n');
    await setUp(codex);
    home.write('.codex/config.toml', `b = 2\n${home.read('.codex/config.toml')}startup_timeout_sec = 30\n`);
    expect(await setUp(codex)).toBe('set');
    await setUp(codex, { command: 'npx', args: [] });
    expect(home.read('.codex/config.toml')).toBe(
      'b = 2\na = 1\n\n[mcp_servers.code-scout]\ncommand = "npx"\nargs = []\nstartup_timeout_sec = 30\n',
    );
    await unset(codex);
    expect(home.read('.codex/config.toml')).toBe('b = 2\na = 1\n');
  });

  it('is reported when the entry itself was changed', async () => {
    await setUp(cursor);
    const plan = () => planUnsetup(targetFor(cursor), knownIn(cursor));
    expect(plan().entryChanged).toBe(false);
    home.write('.cursor/mcp.json', home.read('.cursor/mcp.json')!.replace('/opt/node', '/usr/bin/node'));
    expect(plan().entryChanged).toBe(true);
  });

  it('is not written if it changes between the question and the write', async () => {
    const file = home.write('.cursor/mcp.json', '{}');
    const context = {
      ...testSetupContext(home, 'ask'),
      confirm: () => (writeFileSync(file, '{"b": 1}'), Promise.resolve(true)),
    };
    const outcome = await carryOut(planSetup(targetFor(cursor), cursor.entry(launch), null), context, []);
    expect(outcome).toMatchObject({ action: 'failed', error: { message: `${file} was changed since it was read` } });
    expect(home.snapshot()).toEqual({ '.cursor': null, '.cursor/mcp.json': '{"b": 1}' });
  });
});

describe('asking', () => {
  it('writes only after a yes', async () => {
    const plan = () => planSetup(targetFor(cursor), cursor.entry(launch), null);
    for (const [mode, answers] of [
      ['show', []],
      ['refuse', []],
      ['ask', [false]],
    ] as const) {
      await carryOut(plan(), testSetupContext(home, mode, answers), []);
      expect(home.snapshot()).toEqual({});
    }
    expect(await carryOut(plan(), testSetupContext(home, 'ask', [true]), [])).toMatchObject({ action: 'written' });
    expect(home.read('.cursor/mcp.json')).toContain('/opt/node');
  });
});

describe('files as they are found', () => {
  it('follows links, which stay, and keeps permissions', async () => {
    const real = home.write('dotfiles/mcp.json', '{}');
    chmodSync(real, 0o640);
    mkdirSync(join(home.folder, '.cursor'));
    symlinkSync(real, join(home.folder, '.cursor/mcp.json'));
    await setUp(cursor);
    expect(lstatSync(join(home.folder, '.cursor/mcp.json')).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(home.read('dotfiles/mcp.json')).toContain('/opt/node');
    await unset(cursor);
    expect(home.read('dotfiles/mcp.json')).toBe('{}');
    rmSync(real);
    expect(() => planSetup(targetFor(cursor), cursor.entry(launch), null)).toThrow(/is a link that leads nowhere/);
  });

  it('follows links of folders, also where there is no file yet', async () => {
    mkdirSync(join(home.folder, 'dotfiles/cursor'), { recursive: true });
    symlinkSync(join(home.folder, 'dotfiles/cursor'), join(home.folder, '.cursor'));
    const before = home.snapshot();
    await setUp(cursor);
    expect(home.read('dotfiles/cursor/mcp.json')).toContain('/opt/node');
    expect(await unset(cursor)).toBe('removed');
    expect(home.snapshot()).toEqual(before);
  });

  it.each([
    [
      'of the file',
      (project: string, outside: string) => {
        mkdirSync(join(project, '.cursor'));
        symlinkSync(join(outside, 'victim.json'), join(project, '.cursor/mcp.json'));
      },
    ],
    ['of its folder', (project: string, outside: string) => symlinkSync(outside, join(project, '.cursor'))],
  ])('follows no link of a project out of it: %s', async (_, link) => {
    const victim = home.write('outside/victim.json', '{}');
    const project = join(home.folder, 'project');
    mkdirSync(project);
    link(project, join(home.folder, 'outside'));
    const target: Target = {
      client: cursor,
      scope: 'project',
      part: 'server',
      path: join(project, '.cursor/mcp.json'),
      project,
    };
    expect(() => planSetup(target, cursor.entry(launch), null)).toThrow(/leads out of .*project by a symbolic link/);
    expect(readFileSync(victim, 'utf8')).toBe('{}');
  });

  it('does not write through a folder that became a link out of the project after it was read', async () => {
    home.write('outside/other.json', '{}');
    const project = join(home.folder, 'project');
    mkdirSync(join(project, '.cursor'), { recursive: true });
    const target: Target = {
      client: cursor,
      scope: 'project',
      part: 'server',
      path: join(project, '.cursor/mcp.json'),
      project,
    };
    const plan = planSetup(target, cursor.entry(launch), null);
    rmSync(join(project, '.cursor'), { recursive: true });
    symlinkSync(join(home.folder, 'outside'), join(project, '.cursor'));
    expect(await carryOut(plan, testSetupContext(home, 'write'), [])).toMatchObject({ action: 'failed' });
    expect(home.read('outside/mcp.json')).toBeNull();
  });

  it('follows links of a project that stay in it', async () => {
    home.write('project/config/mcp.json', '{}');
    const project = join(home.folder, 'project');
    symlinkSync(join(project, 'config'), join(project, '.cursor'));
    const target: Target = {
      client: cursor,
      scope: 'project',
      part: 'server',
      path: join(project, '.cursor/mcp.json'),
      project,
    };
    await carryOut(planSetup(target, cursor.entry(launch), null), testSetupContext(home, 'write'), []);
    expect(home.read('project/config/mcp.json')).toContain('/opt/node');
  });

  it('makes new files of the user readable by the user alone', async () => {
    await setUp(cursor);
    expect(statSync(join(home.folder, '.cursor/mcp.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(home.folder, '.config/code-scout/setup.json')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['broken JSON', cursor, '.cursor/mcp.json', '{"a": 1', /mcp\.json:1:8: expected "," or "}"/],
    ['broken TOML', codex, '.codex/config.toml', 'a = 1\n[b', /config\.toml:2:3: expected "\]"/],
    [
      'bytes that are no text',
      zed,
      '.config/zed/settings.json',
      new Uint8Array([0xff, 0xfe, 0x7b, 0]),
      /is not UTF-8 text/,
    ],
  ])('says what is wrong with %s, and writes nothing', (_, client, path, text, message) => {
    home.write(path, text);
    const before = home.snapshot();
    expect(() => planSetup(targetFor(client), client.entry(launch), null)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(message) as string,
        hint: expect.stringContaining('Nothing was written') as string,
      }) as Error,
    );
    expect(home.snapshot()).toEqual(before);
  });

  it('refuses what is not a file', () => {
    mkdirSync(join(home.folder, '.cursor/mcp.json'), { recursive: true });
    expect(() => planSetup(targetFor(cursor), cursor.entry(launch), null)).toThrow(/is no regular file/);
  });

  it('refuses a file that is not a record', async () => {
    home.write('.config/code-scout/setup.json', '{"version": 2}');
    await expect(setUp(cursor)).rejects.toThrow(/setup\.json is not a record of code-scout setup/);
  });
});

describe('for every text', () => {
  const line = fc.constantFrom(
    '{',
    '}',
    '"a": 1,',
    '"mcpServers": {',
    '"code-scout": {}',
    '// x',
    '[mcp_servers.a]',
    'a = 1',
    '  ',
    '\r',
    ',',
    '[x]',
    'c = "d"',
    '"code-scout": {"url": "u"},',
    '[mcp_servers.code-scout]',
    'command = "z"',
    'mcp_servers.code-scout.args = []',
  );
  const text = fc
    .array(line, { maxLength: 10 })
    .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`));

  it.each([cursor, codex])('$id: setting up and unsetting is the identity, or nothing is written', async (client) => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(text, async (before) => {
        const { path } = targetFor(client);
        home.write(path.slice(home.folder.length), before);
        try {
          if ((await setUp(client)) === 'written') accepted++;
        } catch (error) {
          expect(error).toMatchObject({ code: 'ParsingError' });
        }
        if (knownIn(client) !== null) await unset(client);
        expect(readFileSync(path, 'utf8')).toBe(before);
        expect(loadRecords(testSetupContext(home, 'write').userConfigDirectory)).toEqual([]);
      }),
      { numRuns: 100, seed: 20_261_123 },
    );
    expect(accepted).toBeGreaterThan(5);
  });
});

/**
 * `list_directory` and `read_file` over a real server, and their commands: forbidden paths are never read, and
 * permitted ones are.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endEscapes,
  escapePath,
  escapes,
  makeAttackedProject,
  makeReadable,
  mark,
  prepareEscapes,
  readablePaths,
} from '../escapes.ts';
import { createProject, homeVariables, withoutProgress } from './cli-process.ts';
import { temporaryFolder } from './fixture-project.ts';
import { RawClient } from './raw-client.ts';

const attacked = makeAttackedProject(temporaryFolder());
const { root } = attacked;
makeReadable(attacked);
let client: RawClient;

async function serve(...args: string[]): Promise<RawClient> {
  const started = new RawClient({ cwd: root, args });
  await started.initialize();
  return started;
}

beforeAll(async () => {
  client = await serve();
  await client.call('code-scout_index', { background: false });
  prepareEscapes(attacked);
});
afterAll(async () => {
  endEscapes();
  await client.close();
});

const tools = [
  ['read_file', 'file_path'],
  ['list_directory', 'path'],
] as const;

describe.each(tools)('%s', (tool, parameter) => {
  it('has at least one attack to try', () => {
    expect(escapes.length).toBeGreaterThan(150);
    expect(new Set(escapes.map(({ name }) => name)).size).toBe(escapes.length);
  });

  it.each(escapes.map((escape) => [escape.name, escape] as const))('refuses %s', async (_, escape) => {
    const { text, data, isError } = await client.call(tool, { [parameter]: escapePath(escape, attacked) });
    expect(isError, text).toBe(true);
    expect(text).toMatch(/^Error: .+\n.+/);
    expect(data).toMatchObject({ error: { type: expect.stringMatching(/^(Validation|FileSystem|NotFound)Error$/) } });
    expect(JSON.stringify([text, data])).not.toContain(mark);
  });
});

describe('an unusual file name', () => {
  it.each(readablePaths.map((path) => [JSON.stringify(path), path] as const))('is read: %s', async (_, path) => {
    const { data, isError, text } = await client.call('read_file', { file_path: path });
    expect(isError, text).toBe(false);
    expect(data).toMatchObject({ file_path: path, text: `This is ${path}\n`, total_lines: path.split('\n').length });
    const absolute = await client.call('read_file', { file_path: `${root}/${path}` });
    expect(absolute.data['text']).toBe(`This is ${path}\n`);
  });

  it('is listed under the name by which it is read', async () => {
    const walk = async (path: string): Promise<string[]> => {
      const { data } = await client.call('list_directory', { path, max_chars: 50_000 });
      const entries = data['entries'] as { name: string; kind: string }[];
      const below = await Promise.all(
        entries.map(async ({ name, kind }) => (kind === 'folder' ? walk(`${path}/${name}`) : [`${path}/${name}`])),
      );
      return below.flat();
    };
    expect((await walk('odd')).toSorted()).toEqual([...readablePaths].toSorted());
  });
});

describe('a tree that changes during a call', () => {
  it('never shows the target of a symbolic link', async () => {
    mkdirSync(join(root, 'race'));
    writeFileSync(join(root, 'race/target.txt'), 'inside\n');
    // Swaps the folder and a symbolic link to a path outside of the project as fast as it can.
    const script = `
      const { renameSync, symlinkSync } = require('node:fs');
      symlinkSync(${JSON.stringify(attacked.outside)}, 'race-link');
      process.stdout.write('ready');
      for (let swaps = 0; swaps < 200_000; swaps++) {
        renameSync('race', 'race-real'); renameSync('race-link', 'race');
        renameSync('race', 'race-link'); renameSync('race-real', 'race');
      }`;
    const swapper = spawn(process.execPath, ['-e', script], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((ready) => swapper.stdout.once('data', ready));
    let inside = 0;
    for (let round = 0; round < 25; round++) {
      const calls = Array.from({ length: 10 }, (_, at) =>
        at % 2 === 0
          ? client.call('read_file', { file_path: 'race/target.txt' })
          : client.call('list_directory', { path: 'race' }),
      );
      for (const { text, data, isError } of await Promise.all(calls)) {
        expect(JSON.stringify([text, data])).not.toContain(mark);
        if (!isError) inside++;
      }
    }
    swapper.kill();
    expect(inside).toBeGreaterThan(0);
  });
});

describe('a setting of the user', () => {
  it.each([
    ['--allow-ignored', ['ignored/note.txt', 'debug.log', 'node_modules/pack/index.js', '.git/description'], '.env'],
    ['--allow-secrets', ['.env', 'keys/id_rsa', '.aws/credentials'], 'ignored/note.txt'],
  ])('%s opens the paths that it names and no others', async (flag, open, closed) => {
    const permitted = await serve(flag);
    for (const file_path of open) {
      expect((await permitted.call('read_file', { file_path })).data).toMatchObject({ file_path, text: `${mark}\n` });
    }
    for (const file_path of [closed, '../outside/target.txt', 'links/file']) {
      const { text, isError } = await permitted.call('read_file', { file_path });
      expect([isError, text.includes(mark)]).toEqual([true, false]);
    }
    await permitted.close();
  });

  it('cannot be set by the project', async () => {
    const project = createProject({
      '.env': `${mark}\n`,
      'code-scout.config.json': '{ "files": { "allowSecrets": true } }',
    });
    const { code, stderr, stdout } = await project.run(['read', '.env']);
    expect(code).toBe(2);
    expect(stderr).toContain('`files.allowSecrets` cannot be set by a project’s own file');
    expect(stdout).not.toContain(mark);
    project.remove();
  });
});

describe('on the command line', () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `row ${i}\n`).join('');
  const project = createProject({
    'src/crlf.txt': 'a\r\nb\r\n',
    'src/latin.txt': Buffer.from('caf\xe9\n', 'latin1'),
    'src/no-end.txt': 'one\ntwo',
    'src/logo.png': Buffer.from('\x89PNG\r\n\x1a\n0', 'latin1'),
    'src/long.txt': lines,
    '-dash.txt': 'dashes\n',
  });
  afterAll(() => project.remove());

  it.each<[string[], string, string]>([
    [['read', 'src/long.txt'], lines, ''],
    [['read', 'src/long.txt', '--lines', '19999-'], 'row 19998\nrow 19999\n', ''],
    [['read', 'src/crlf.txt'], 'a\r\nb\r\n', 'Line ends: CRLF\n'],
    [['read', 'src/no-end.txt'], 'one\ntwo\n', ''],
    [['read', '--', '-dash.txt'], 'dashes\n', ''],
    [
      ['read', 'src/logo.png'],
      'File: ./src/logo.png\nType: PNG image\nSize: 9 bytes\nnote: An image: there is nothing to read as text.\n',
      '',
    ],
  ])('%j prints the text to standard output, and everything else to standard error', async (args, out, err) => {
    expect(await project.run(args)).toEqual({ code: 0, stdout: out, stderr: err });
  });

  it('lists the current folder, without an index', async () => {
    const { stdout, stderr, code } = await project.run(['ls'], {
      cwd: join(project.root, 'src'),
      env: homeVariables(dirname(project.root)),
    });
    expect([code, withoutProgress(stderr)]).toEqual([0, '']);
    expect(stdout).toBe(
      'Directory: ./src\n0 folders, 5 files\n\ncrlf.txt (6 bytes)\nlatin.txt (5 bytes)\nlogo.png (9 bytes, not indexed: binary)\n' +
        'long.txt (188890 bytes)\nno-end.txt (7 bytes)\n',
    );
    const top = await project.run(['ls', '--json']);
    expect(JSON.parse(top.stdout)).toMatchObject({
      path: '.',
      folders: 1,
      files: 2,
      entries: [{ name: 'src', kind: 'folder' }, {}, {}],
    });
  });

  it.each<[string[], number, string]>([
    [['read', 'src/none.txt'], 1, 'Error: File not found: src/none.txt\n'],
    [['ls', 'none'], 1, 'Error: Folder not found: none\n'],
    [['read', '../outside.txt'], 2, 'Error: Not a path of the project: ../outside.txt: it leads out of the project\n'],
    [['read', 'src/long.txt', '--lines', 'x'], 2, 'Error: --lines must be a range of lines'],
  ])('%j ends with %i', async (args, exit, words) => {
    const { code, stdout, stderr } = await project.run(args);
    expect([code, stdout]).toEqual([exit, '']);
    expect(stderr).toContain(words);
  });

  it('refuses a symbolic link to a path outside of the project, as the server does', async () => {
    symlinkSync(attacked.outside, join(project.root, 'way-out'));
    const { stdout, stderr } = await project.run(['read', 'way-out/target.txt']);
    expect(stdout + stderr).not.toContain(mark);
    rmSync(join(project.root, 'way-out'));
  });
});

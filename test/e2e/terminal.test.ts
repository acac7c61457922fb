/** What people meet at a terminal: colours, links, the pager, several projects, and folders that are not meant. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programEntry } from '../program-entry.ts';
import { createProject, run, withoutProgress, type Outcome, type TestProject } from './cli-process.ts';

/** A name and a content that would colour the screen, set its title and point a link elsewhere. */
const evilName = 'src/e\u001b[31mvil\u001b]0;title\u0007.py';
const evilText =
  'def moor_vessel():\n    return "\u001b[2J\u001b]8;;http://evil\u001b\\\\click\u001b]8;;\u001b\\\\ \u009b31m"\n';
const long = Array.from({ length: 60 }, (_, at) => `def pier${at}():\n    return ${at}\n`).join('\n');

let project: TestProject;
let home: string;
beforeAll(async () => {
  project = createProject({
    'src/harbour.py': 'def moor_vessel(name):\n    return name\n\n\ndef arrive():\n    return moor_vessel("x")\n',
    [evilName]: evilText,
    'src/long.py': long,
  });
  home = dirname(project.root);
  await project.run(['index']);
});
afterAll(() => project.remove());

/** Runs a command on a terminal of 100 by 24, where somebody types `n` once. */
async function onTerminal(command: string, env: Record<string, string> = {}): Promise<Outcome> {
  const typed = `stty cols 100 rows 24; ${process.execPath} ${programEntry} ${command}`;
  const outcome = await run(['-qec', typed, '/dev/null'], { cwd: project.root, program: 'script', env, input: 'n\n' });
  // What was typed is shown too.
  return { ...outcome, stdout: outcome.stdout.replace(/^n\r\n/, '') };
}

describe('colour', () => {
  it.each([
    ['callers moor_vessel', ['\u001b[35msrc/harbour.py\u001b[39m', '\u001b[32m[5-6]\u001b[39m']],
    ['grep moor_v', ['\u001b[1m\u001b[31mmoor_v\u001b[39m\u001b[22messel(name)']],
    ['search moor vessel', ['\u001b[1m\u001b[31mvessel\u001b[39m\u001b[22m']],
  ])('of %s is on a terminal only', async (command, expected) => {
    const { stdout } = await onTerminal(command, { PAGER: '' });
    for (const text of expected) expect(stdout).toContain(text);
    expect((await project.run(command.split(' '))).stdout).not.toContain('\u001b');
  });

  it('changes no word', async () => {
    const words = (text: string): string[] => stripVTControlCharacters(text).split(/\s+/).filter(Boolean);
    const { stdout } = await onTerminal('callers moor_vessel', { PAGER: '' });
    expect(words(stdout)).toEqual(words((await project.run(['callers', 'moor_vessel'])).stdout));
  });

  it('is what --color says, before NO_COLOR and FORCE_COLOR', async () => {
    const colored = '\u001b[31mmoor_v\u001b[39m';
    expect((await onTerminal('grep moor_v --color never', { PAGER: '' })).stdout).not.toContain('\u001b[');
    expect((await onTerminal('grep moor_v', { PAGER: '', NO_COLOR: '1' })).stdout).not.toContain('\u001b[');
    const piped = (flags: string[], env: Record<string, string>): Promise<Outcome> =>
      project.run(['grep', 'moor_v', ...flags], { env });
    expect((await piped(['--color', 'always'], { NO_COLOR: '1' })).stdout).toContain(colored);
    expect((await piped([], { FORCE_COLOR: '1' })).stdout).toContain(colored);
    expect((await piped(['--color', 'never'], { FORCE_COLOR: '1' })).stdout).not.toContain('\u001b');
  });

  it.each([
    ['callers', 'moor_vessel'],
    ['chunks', evilName],
    ['explore', 'moor', 'vessel'],
    ['files'],
    ['grep', 'moor'],
    ['ls', 'src'],
    ['outline', evilName],
    ['search', 'moor', 'vessel'],
    ['similar', 'moor', 'vessel'],
    ['symbols', 'moor*'],
    ['tags', 'moor'],
    ['usage', 'moor_vessel'],
  ])('lets no sequence of a repository through: %s %s', async (...args) => {
    const { stdout, stderr } = await project.run(args, {
      env: { FORCE_COLOR: '1', CODE_SCOUT_TERMINAL_LINKS: 'always' },
    });
    expect(stdout + stderr).toMatch(/\\(?:x1b|u001b)/);
    // The styles of the program itself are colours.
    expect((stdout + stderr).replaceAll(/\u001b\[[0-9;]*m/g, '')).not.toMatch(/[\u001b\u009b\u0007]/);
    // A colour that stands in the repository is text.
    expect(stripVTControlCharacters(stdout)).toMatch(/\\(?:x1b|u001b)\[(?:31m|2J)/);
  });
});

describe('links', () => {
  const opening = /\u001b\]8;;([^\u001b]*)\u001b\\/;

  it.each<[string, Record<string, string>, RegExp | null]>([
    ['a terminal that is not known', {}, null],
    ['one that is', { VTE_VERSION: '7200' }, /^file:\/\/[^/]*\/.*\/project\/src\/harbour\.py$/],
    ['one that is, where none are wanted', { VTE_VERSION: '7200', CODE_SCOUT_TERMINAL_LINKS: 'never' }, null],
    ['any, where they are wanted', { CODE_SCOUT_TERMINAL_LINKS: 'always' }, /^file:/],
    ['an old tmux', { VTE_VERSION: '7200', TMUX: 'x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' }, null],
    [
      'the editor of the user',
      { VTE_VERSION: '7200', CODE_SCOUT_TERMINAL_LINK_FORMAT: 'vscode://file{path}:{line}:{column}' },
      /^vscode:\/\/file\/.*\/src\/harbour\.py:1:1$/,
    ],
  ])('on %s', async (_, env, url) => {
    const { stdout } = await onTerminal('grep moor_vessel -g src/harbour.py', { PAGER: '', ...env });
    if (url === null) expect(stdout).not.toContain('\u001b]8');
    else expect(opening.exec(stdout)?.[1]).toMatch(url);
  });

  it('are not set by a repository', async () => {
    const other = createProject({ 'a.py': 'mast = 1\n', 'code-scout.config.json': '{"terminal.links": "always"}' });
    expect(await other.run(['grep', 'mast'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('terminal.links') as string,
    });
    other.remove();
  });
});

describe('the pager', () => {
  const pager = (name: string, body: string): string => {
    const file = join(home, name);
    writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    return file;
  };

  it('shows what is longer than the screen, and nothing else', async () => {
    const PAGER = pager('pager', 'echo "paged with $1"; cat');
    const shown = await onTerminal('read src/long.py', { PAGER: `${PAGER} -x` });
    expect(shown.stdout.replaceAll('\r', '')).toBe(`paged with -x\n${long}`);
    expect((await onTerminal('read src/harbour.py', { PAGER })).stdout).not.toContain('paged');
    expect((await onTerminal('read src/long.py --no-pager', { PAGER })).stdout).not.toContain('paged');
    expect((await onTerminal('read src/long.py', { PAGER, TERM: 'dumb' })).stdout).not.toContain('paged');
    expect((await project.run(['read', 'src/long.py'], { env: { PAGER } })).stdout).toBe(long);
    expect((await onTerminal('read src/long.py', { PAGER: `${PAGER} "a b"` })).stdout).toContain('paged with a b');
  });

  it.each(['no-such-pager', '"no such" pager'])('that does not exist (%s) is no error', async (PAGER) => {
    const { code, stdout } = await onTerminal('read src/long.py', { PAGER });
    expect(code).toBe(0);
    expect(stdout.replaceAll('\r', '')).toContain(long);
  });

  it('may be left before the end, and the exit code stays', async () => {
    const PAGER = pager('impatient', 'head -1; exit 0');
    expect(await onTerminal('read src/long.py', { PAGER })).toMatchObject({ code: 0, stdout: 'def pier0():\r\n' });
  });
});

describe('help', () => {
  it.each([['-h'], ['--help'], ['help']])('%s lists every command on one line', async (word) => {
    const { code, stdout } = await project.run([word]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nFollow the code:\n {2}definition +show/);
    expect(stdout.split('\n').length).toBeLessThan(80);
    for (const line of stdout.split('\n')) if (/^ {2}[a-z]/.test(line)) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('of a command, by three ways', async () => {
    const all = await Promise.all(
      [
        ['help', 'grep'],
        ['grep', '-h'],
        ['grep', '--help'],
      ].map((words) => project.run(words)),
    );
    for (const one of all) expect(one).toEqual(all[0]);
    expect(all[0]?.stdout).toContain('Examples:\n  code-scout grep ');
    const wrong = await project.run(['help', 'gerp']);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(/^Error: Unknown command: gerp\nDid you mean grep\?/) as string,
    ]);
    expect((await project.run(['help', 'options'])).stdout).toContain('--max-results <number>');
    expect((await project.run(['-V'])).stdout).toBe((await project.run(['--version'])).stdout);
  });
});

describe('several projects', () => {
  it('are asked together, or each under its heading by a command about one; something found in one is enough', async () => {
    const other = createProject({ 'quay.py': 'def mast():\n    return 1\n' });
    const both = ['--root', project.root, '--root', other.root];
    const symbols = await project.run([...both, 'symbols', 'mast']);
    expect(symbols.code).toBe(0);
    expect(symbols.stdout).toMatch(/quay\.py:1 +function mast[^]*\nProjects asked: \S+, \S+\n$/);
    expect((await project.run([...both, 'callers', 'moor_vessel'])).code).toBe(0);
    const json = JSON.parse((await project.run([...both, 'symbols', 'mast', '--json'])).stdout) as object;
    expect(json).toMatchObject({ project: '*', count: 1 });
    expect(json).not.toHaveProperty('projects_not_asked');
    const files = await project.run([...both, 'files']);
    expect(files.stdout).toMatch(new RegExp(`^project: ${project.root}\n[^]*\nproject: ${other.root}\n[^]*quay.py`));
    const listed = JSON.parse((await project.run([...both, 'files', '--json'])).stdout) as { project: string }[];
    expect(listed.map((one) => one.project)).toEqual([project.root, other.root]);
    expect(await project.run([...both, 'config'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Several projects are named, and this command is about one') as string,
    });
    other.remove();
  });
});

describe('a folder', () => {
  it('that was indexed by its name is a project from then on', async () => {
    const folder = join(home, 'plain', 'deep');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.py'), 'def mast(): pass\n');
    expect((await run(['index', '..'], { cwd: folder, env: { HOME: home } })).code).toBe(0);
    expect(await run(['symbols', 'mast'], { cwd: folder, env: { HOME: home } })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('a.py:1') as string,
    });
    expect(existsSync(join(folder, '.code-scout'))).toBe(false);
  });

  it('that holds many projects is indexed only if the user says so', async () => {
    for (const args of [
      ['index', home],
      ['index', '/'],
      ['--root', home, 'symbols', 'mast'],
    ]) {
      const { code, stderr } = await project.run(args);
      expect([code, withoutProgress(stderr)]).toEqual([
        2,
        expect.stringMatching(/contains many projects[^]*`code-scout index \S+ --yes`/) as string,
      ]);
    }
    expect(existsSync(join(home, '.code-scout'))).toBe(false);
    const asked = await onTerminal('index ..');
    expect(asked.stdout).toContain('contains many projects. Index everything in it? [y/N]');
    expect(existsSync(join(home, '.code-scout', 'database.db'))).toBe(false);
    expect((await project.run(['index', home, '--yes'])).code).toBe(0);
    expect((await project.run(['--root', home, 'symbols', 'arrive'])).code).toBe(0);
  });
});

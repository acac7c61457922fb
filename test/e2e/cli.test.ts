import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutProgress, createProject, run } from './cli-process.ts';
import { programEntry } from '../program-entry.ts';
import type { TestProject } from './cli-process.ts';

const sources = {
  'src/lighthouse.ts': `import { readFile } from 'node:fs/promises';\nexport class Lighthouse {\n  sweepLamp(degrees: number): number {\n    return degrees;\n  }\n}\n`,
  'src/harbour.py':
    'import os\n\ndef moor_vessel(name):\n    """Ties a vessel to the quay."""\n    return os.path.join(name)\n',
  'test/lighthouse.test.ts': `import { Lighthouse } from '../src/lighthouse.js';\ntest('sweepLamp', () => new Lighthouse());\n`,
  'notes.md': '# Tides\n\nThe vessel leaves at high water.\n',
  'chart.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
  '.gitignore': 'build/\n',
  'build/out.ts': 'export const built = 1;\n',
};

let project: TestProject;

beforeAll(() => {
  project = createProject(sources);
});
afterAll(() => project.remove());

interface ErrorReport {
  error: { type: string; message: string; hint: string | null; details: { field: string } | null; timestamp: number };
}

describe('before there is an index', () => {
  it('says that there is no index, and does not make one', async () => {
    const { code, stdout } = await project.run(['status']);
    expect(code).toBe(1);
    expect(stdout).toContain('There is no index yet: run `code-scout index`.');
    const json = await project.run(['status', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ projectPath: project.root, status: 'absent', filesIndexed: 0 });
    expect((await project.run(['doctor'])).code).toBe(1);
    expect((await project.run(['config'])).code).toBe(0);
    expect(existsSync(join(project.root, '.code-scout'))).toBe(false);
  });
});

describe('index', () => {
  it('makes the index, and then finds nothing to do', async () => {
    const first = await project.run(['index']);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain(`Indexed ${project.root} in `);
    expect(first.stdout).toContain('6 files: 6 read, 0 unchanged, 0 removed');
    expect(first.stdout).toMatch(/Skipped: .*binary 1/);
    expect(first.stderr).toContain('Looking for changed files');
    expect(readFileSync(join(project.root, '.code-scout', '.gitignore'), 'utf8')).toContain('*');
    const again = await project.run(['index', 'src']);
    expect(again.stdout).toContain(`Indexed ${project.root} in `);
    expect(again.stdout).toContain('6 files: 0 read, 6 unchanged, 0 removed');
    expect((await project.run(['index', '--force'])).stdout).toContain('6 files: 6 read');
  });

  it('prints one JSON value and no progress with --json', async () => {
    const { code, stdout, stderr } = await project.run(['--json', 'index']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      root: project.root,
      totalFiles: 6,
      leftOut: { binary: 1 },
      databasePath: join(project.root, '.code-scout', 'database.db'),
    });
  });
});

describe('tags', () => {
  it('lists files with their definitions', async () => {
    const { code, stdout } = await project.run(['tags', 'lighthouse', 'lamp']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2 files\n\nsrc\/lighthouse\.ts\n {2}class Lighthouse/);
  });

  it('ends with 1 when nothing is found', async () => {
    const { code, stdout } = await project.run(['tags', 'zeppelin']);
    expect(code).toBe(1);
    expect(stdout).toContain('0 files');
  });

  it.each([
    [['lighthouse', '--tests'], ['test/lighthouse.test.ts']],
    [['lighthouse', '--no-tests'], ['src/lighthouse.ts']],
    [['vessel'], ['src/harbour.py', 'notes.md']],
    [['vessel', '--language', 'python'], ['src/harbour.py']],
    [['vessel', '--file-type', 'md'], ['notes.md']],
    [['vessel', '--path', 'src/**'], ['src/harbour.py']],
    [['lighthouse', '--has-exports'], ['src/lighthouse.ts']],
    [['lighthouse', '--no-has-exports'], ['test/lighthouse.test.ts']],
    [['vessel', '--limit', '1'], ['src/harbour.py']],
    [['vessel', '--max-results', '1'], ['src/harbour.py']],
    [['vessel', '--offset', '1'], ['notes.md']],
  ])('%j', async (args, paths) => {
    const { code, stdout, stderr } = await project.run(['tags', ...args, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    const { files } = JSON.parse(stdout) as { files: { path: string }[] };
    expect(files.map(({ path }) => path)).toEqual(paths);
  });

  it('answers from the current state of the disk', async () => {
    project.write({ 'src/buoy.ts': 'export const paintBuoy = (): void => {};\n' });
    expect((await project.run(['tags', 'buoy'])).stdout).toContain('\nsrc/buoy.ts\n');
    project.write({ 'src/buoy.ts': null });
    expect((await project.run(['tags', 'buoy'])).code).toBe(1);
  });

  it('works in memory and leaves no files', async () => {
    const other = createProject({ 'a.ts': 'export const anchor = 1;\n' });
    const { code, stdout } = await other.run(['tags', 'anchor', '--db', ':memory:']);
    expect(code).toBe(0);
    expect(stdout).toContain('\na.ts\n');
    expect(existsSync(join(other.root, '.code-scout'))).toBe(false);
    other.remove();
  });
});

describe('a path for the index that already exists', () => {
  it('stays as it is where the file is not an index; a damaged index is set aside, and a message says so', async () => {
    const other = createProject({ 'a.ts': 'export const anchor = 1;\n', 'notes.txt': 'mine\n' });
    const refused = await other.run(['tags', 'anchor', '--db', 'notes.txt']);
    expect([refused.code, refused.stdout]).toEqual([3, '']);
    expect(refused.stderr).toContain('notes.txt is not a database');
    expect(readdirSync(other.root).sort()).toEqual(['a.ts', 'notes.txt', 'package.json']);
    mkdirSync(join(other.root, '.code-scout'));
    other.write({ '.code-scout/database.db': 'broken '.repeat(100) });
    const { code, stderr } = await other.run(['tags', 'anchor']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Warning: .*is not a database; it was moved to /m)]);
    expect(withoutProgress((await other.run(['tags', 'anchor'])).stderr)).toBe('');
    other.remove();
  });
});

describe('files', () => {
  it('lists the indexed files, after their counts', async () => {
    const { code, stdout } = await project.run(['files']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Indexed: 6 files \(.*typescript 2/);
    expect(stdout).toMatch(/^Skipped: .*binary 1/m);
    expect(stdout).toMatch(/^language +lines +bytes +names +path$/m);
    expect(stdout).toMatch(/^python +5 +\d+ +1 +src\/harbour\.py$/m);
    expect(stdout).toMatch(/^typescript +2 +\d+ +0 +test\/lighthouse\.test\.ts \(test\)/m);
  });

  it.each([
    [['--language', 'Python'], ['src/harbour.py']],
    [
      ['--prefix', './src/'],
      ['src/harbour.py', 'src/lighthouse.ts'],
    ],
    [['--prefix', 'src/', '--limit', '1'], ['src/harbour.py']],
  ])('%j', async (args, paths) => {
    const { stdout } = await project.run(['files', '--json', ...args]);
    const { files } = JSON.parse(stdout) as { files: { path: string }[] };
    expect(files.map(({ path }) => path)).toEqual(paths);
  });

  it('lists skipped files with the reason', async () => {
    const all = await project.run(['files', '--left-out']);
    expect(all.stdout).toMatch(/^ignored +build\//m);
    expect(all.stdout).toMatch(/^binary +chart\.png/m);
    const binary = await project.run(['files', '--reason', 'binary', '--json']);
    expect(JSON.parse(binary.stdout)).toMatchObject({ total: 1, left_out: [{ path: 'chart.png', reason: 'binary' }] });
    expect((await project.run(['files', '--reason', 'special'])).code).toBe(1);
  });

  it('lists files that could only be read in part', async () => {
    const broken = createProject({ 'ok.py': 'a = 1\n', 'broken.py': 'def f(:\n  (((\n' });
    const { stdout } = await broken.run(['files', '--issues', '--json']);
    const { total, files } = JSON.parse(stdout) as { total: number; files: { path: string; issues: string[] }[] };
    expect([total, files[0]?.path]).toEqual([1, 'broken.py']);
    expect(files[0]?.issues.length).toBeGreaterThan(0);
    broken.remove();
  });

  it('escapes names that would move the cursor', async () => {
    const hostile = createProject({ 'a\nb\u001b[31m\u202e.ts': 'export const x = 1;\n' });
    const { stdout } = await hostile.run(['files']);
    expect(stdout).toContain(String.raw`a\nb\x1b[31m\u202e.ts`);
    const tags = await hostile.run(['tags', '31m']);
    expect(tags.stdout + (await hostile.run(['index'])).stdout).not.toMatch(/[\u001b\u202e]/);
    hostile.remove();
  });

  it('ends silently when the reader of its output goes away', async () => {
    const many = createProject(
      Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`${'n'.repeat(80)}${i}.txt`, `${i}\n`])),
    );
    const script = `${process.execPath} ${programEntry} files | head -n 1; exit \${PIPESTATUS[0]}`;
    const { code, stdout, stderr } = await run(['-c', script], { cwd: many.root, program: 'bash' });
    expect(stdout).toMatch(/^Indexed: 1,501 files/);
    expect(stderr.replaceAll(/^(?:Looking for changed files|Indexing .*|Finishing)\n/gm, '')).toBe('');
    expect(code).toBe(0);
    many.remove();
  });
});

describe('status', () => {
  it('shows the state of the index', async () => {
    const { code, stdout } = await project.run(['status', 'src']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Files +6$/m);
    expect(stdout).toMatch(/^Status +ready$/m);
    const json = await project.run(['status', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      status: 'idle',
      filesIndexed: 6,
      languages: { python: 1, typescript: 2 },
    });
  });
});

describe('doctor', () => {
  it('finds no problem', async () => {
    const { code, stdout } = await project.run(['doctor']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok +product +code-scout-mcp \d+\.\d+\.\d+/) as string]);
    expect(stdout).not.toContain('!!');
    for (const part of [
      'git',
      'configuration',
      'runtime',
      'grammars',
      'native parts',
      'project',
      'index',
      'embedding',
    ]) {
      expect(stdout).toMatch(new RegExp(`^ok +${part} `, 'm'));
    }
  });

  it('continues with a broken configuration, and names the problem', async () => {
    const file = join(project.root, 'code-scout.config.json');
    writeFileSync(file, '{"serach": 1}');
    const { code, stdout } = await project.run(['doctor', '--json']);
    rmSync(file);
    expect(code).toBe(1);
    const { ok, checks } = JSON.parse(stdout) as {
      ok: boolean;
      checks: { name: string; ok: boolean; detail: string }[];
    };
    expect(ok).toBe(false);
    expect(checks.filter((check) => !check.ok)).toMatchObject([{ name: 'configuration' }]);
    expect(checks.find((check) => !check.ok)?.detail).toContain('did you mean `search`?');
  });
});

describe('config', () => {
  it('shows values and their sources', async () => {
    const file = join(project.root, 'code-scout.config.json');
    writeFileSync(file, '{"indexing": {"maxFileSize": "2MB"}}');
    const env = { CODE_SCOUT_SEARCH_MAX_LIMIT: '50' };
    const { stdout } = await project.run(['config', '--max-results', '7'], { env });
    const json = await project.run(['config', '--json'], { env });
    rmSync(file);
    expect(stdout).toMatch(/^indexing\.maxFileSize +2 MB +project file: .*code-scout\.config\.json:1:15$/m);
    expect(stdout).toMatch(/^search\.maxLimit +50 +environment: CODE_SCOUT_SEARCH_MAX_LIMIT$/m);
    expect(stdout).toMatch(/^search\.defaultLimit +7 +flag: --max-results$/m);
    expect(stdout).toMatch(/^indexing\.batchSize +2000 +default$/m);
    const { values } = JSON.parse(json.stdout) as { values: { key: string; value: unknown; layer: string }[] };
    expect(values.find(({ key }) => key === 'indexing.maxFileSize')).toMatchObject({
      value: 2097152,
      layer: 'project file',
    });
  });

  it('describes every option', async () => {
    const { stdout } = await project.run(['config', '--describe']);
    expect(stdout).toContain('CODE_SCOUT_LANGUAGES_<ID>_EXTENSIONS');
    expect(stdout).toContain('a size from 1 B to 256 MB');
  });
});

describe('a command that is wrong', () => {
  it.each([
    [['--colour'], 2, /^Error: Unknown option '--colour'\n/],
    [['index', '--froce'], 2, /^Error: Unknown option '--froce'\n.*--force/],
    [['idnex'], 2, /^Error: Unknown command: idnex\nDid you mean index\?/],
    [['tags'], 2, /^Error: Missing required argument 'tag'\n`code-scout tags --help` shows how it is called\.\n/],
    [['tags', 'a', 'b', 'c', 'd', 'e', 'f'], 2, /^Error: Maximum 5 search tags allowed\n./],
    [['tags', 'x', '--limit', '0'], 2, /^Error: Limit must be between 1 and 100\n./],
    [['tags', 'x', '--limit', 'many'], 2, /^Error: Limit must be between 1 and 100\n./],
    [['tags', 'x', '--language', 'pyhton'], 2, /^Error: Unknown language: pyhton\nDid you mean python\?/],
    [['files', '--reason', 'ugly'], 2, /^Error: .*--reason.*\n/],
    [['files', '--limit', '-1'], 2, /^Error: .*limit/],
    [['completion', 'tcsh'], 2, /^Error: .*tcsh/],
    [['index', 'nowhere'], 2, /^Error: Path must be a directory: .*nowhere\nIt does not exist/],
    [['status', 'package.json'], 2, /^Error: Path must be a directory: .*package\.json\n./],
    [
      ['index', '--max-results', 'ten'],
      2,
      /^Error: Invalid configuration: --max-results: .*must be an integer from 1 to 100, not "ten"\n./,
    ],
    [['index', '--db', 'package.json/x.db'], 3, /^Error: .+\n./],
  ])('%j ends with %i', async (args, expected, message) => {
    const { code, stdout, stderr } = await project.run(args);
    expect(stderr.replace(/^Looking for changed files\n/, '')).toMatch(message);
    expect([code, stdout]).toEqual([expected, '']);
  });

  it('reports an error as JSON with --json', async () => {
    const { code, stdout, stderr } = await project.run(['tags', 'x', '--limit', '1000', '--json']);
    expect([code, stderr]).toEqual([2, '']);
    const { error } = JSON.parse(stdout) as ErrorReport;
    expect(error).toMatchObject({
      type: 'ValidationError',
      message: 'Limit must be between 1 and 100',
      details: { field: 'limit' },
    });
    expect(error.timestamp).toBeGreaterThan(Date.UTC(2026, 0));
    const usage = await project.run(['--json', 'idnex']);
    expect((JSON.parse(usage.stdout) as ErrorReport).error.type).toBe('ValidationError');
  });

  it('never indexes a folder without any sign of a project, unless it is named', async () => {
    const folder = join(dirname(project.root), 'plain');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.py'), 'mast = 1\n');
    const { code, stderr } = await run(['tags', 'mast'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('--root');
    expect(existsSync(join(folder, '.code-scout'))).toBe(false);
    const named = await run(['tags', 'mast', '--root', '.'], { cwd: folder });
    expect([named.code, named.stdout]).toEqual([0, expect.stringContaining('\na.py\n') as string]);
  });

  it('does not write through a symbolic link of the project', async () => {
    const trap = createProject({ 'a.py': 'x = 1\n' });
    const outside = join(dirname(trap.root), 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(trap.root, '.code-scout'));
    const { code, stderr } = await trap.run(['index']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('a symbolic link leads the index out of the project') as string,
    ]);
    expect(existsSync(join(outside, 'database.db'))).toBe(false);
    trap.remove();
  });
});

describe('help and version', () => {
  it('print their text and end with 0', async () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await project.run(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
    const help = await project.run(['help', 'options']);
    expect(help.code).toBe(0);
    for (const text of ['Exit codes:', '130', '--max-results <number>']) expect(help.stdout).toContain(text);
    const command = await project.run(['tags', '--help']);
    expect([command.code, command.stdout]).toEqual([0, expect.stringContaining('--no-tests') as string]);
  });

  it('tells the user of an old Node what to do', async () => {
    const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.1' } })`;
    const { code, stderr } = await run(['--import', preload, programEntry, 'index'], {
      cwd: project.root,
      program: process.execPath,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Error: Code Scout needs Node 22\.18 or newer; this is Node 20\.11\.1/);
  });
});

describe('colour', () => {
  it.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%j: %s', async (env, coloured) => {
    expect((await project.run(['status'], { env })).stdout.includes('\u001b[1m')).toBe(coloured);
    expect((await project.run(['nonsense'], { env })).stderr.includes('\u001b[31m')).toBe(coloured);
  });
});

describe('on a terminal', () => {
  const terminal = (cwd: string, command: string, columns: number): ReturnType<typeof run> =>
    run(['-qec', `stty cols ${columns}; ${process.execPath} ${programEntry} ${command}`, '/dev/null'], {
      cwd,
      program: 'script',
      input: '',
    });

  it('folds tables to its width', async () => {
    const { stdout } = await terminal(project.root, 'files', 60);
    const lines = stdout.replaceAll(/\r|\u001b\[[0-9;?]*[A-Za-z]/g, '').split('\n');
    const table = lines.slice(lines.findIndex((line) => line.startsWith('language')));
    expect(table.length).toBeGreaterThan(6);
    for (const line of table) expect(line.length).toBeLessThanOrEqual(60);
  });

  it('shows a progress bar on one line, and removes it at the end', async () => {
    const { stdout } = await terminal(project.root, 'index --force', 80);
    expect(stdout).toContain('\r\u001b[2KLooking for changed files…');
    const last = stdout.lastIndexOf('\r\u001b[2K');
    expect(stdout.slice(last)).toMatch(/^\r\u001b\[2KIndexed /);
  });
});

describe('Ctrl-C', () => {
  it('ends the run and keeps what was done, and the next run does the rest', async () => {
    const body = (i: number): string =>
      Array.from({ length: 200 }, (_, k) => `def pier${i}_${k}(a):\n    return a + ${k}\n`).join('');
    const large = createProject(
      Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`src/pier${i}.py`, body(i)])),
    );
    let pressed = false;
    const { code, stderr, stdout } = await large.run(['index'], {
      onError: (text, kill) => {
        // Waits until batches have been committed.
        if (pressed || Number(/Indexing ([\d,]+) of/.exec(text)?.[1]?.replace(',', '') ?? 0) < 300) return;
        pressed = true;
        kill('SIGINT');
      },
    });
    expect(pressed).toBe(true);
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toMatch(/^Error: .*cancelled/im);
    const status = JSON.parse((await large.run(['status', '--json'])).stdout) as {
      filesIndexed: number;
      lastIndexed: string | null;
    };
    expect(status.lastIndexed).toBeNull();
    expect(status.filesIndexed).toBeGreaterThan(0);
    expect(status.filesIndexed).toBeLessThan(2501);
    const rest = JSON.parse((await large.run(['index', '--json'])).stdout) as {
      totalFiles: number;
      indexedFiles: number;
    };
    expect(rest.totalFiles).toBe(2501);
    expect(rest.indexedFiles).toBe(2501 - status.filesIndexed);
    large.remove();
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFileAnswers } from '../../engine/files/file-reading.ts';
import { callTool } from '../call-tool.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { tool } from './tool.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'list-directory-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const data = { root, maxFileSize: 50, ignorePatterns: ['node_modules/'], extensions: [], disabled: [] };

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

write({
  '.gitignore': '*.log\n/build/\n',
  'src/b.ts': 'b',
  'src/a.ts': '',
  'src/new\nline.ts': '1',
  'src/__proto__/x.ts': '',
  'src/.env': 'S=1',
  'src/logo.png': 'png',
  'src/large.ts': 'x'.repeat(51),
  'src/debug.log': '',
  'src/B/deep.ts': '',
  'build/out.js': '',
  'node_modules/pack/index.js': '',
  'ignored/x.log': '',
  'readme.md': '# Read me\n',
});
mkdirSync(join(root, 'empty'));
symlinkSync('../readme.md', join(root, 'src/link.md'));
symlinkSync('/etc', join(root, 'src/out'));
symlinkSync('src', join(root, 'way'));
execFileSync('mkfifo', [join(root, 'src/pipe')]);
execFileSync('git', ['init', '--quiet', root]);

async function ask(args: Record<string, unknown>, allowIgnored = false) {
  const permissions = { allowIgnored, allowSecrets: false };
  const files = openFileAnswers(data, permissions, async () => null);
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => fixedEngine({ files }), context);
  expect(tool.output?.safeParse(answer.structured).error).toBeUndefined();
  const names = ((answer.structured?.['entries'] ?? []) as { name: string }[]).map(({ name }) => name);
  return { text: answer.texts.join('\n'), data: answer.structured ?? {}, names };
}

describe('list_directory', () => {
  it('shows folders, then files, then other entries', async () => {
    const { text, data: folder } = await ask({ path: 'src' });
    await expect(text).toMatchFileSnapshot('golden/src.txt');
    expect(folder).toEqual({
      path: 'src',
      folders: 2,
      files: 6,
      others: 3,
      ignored: 1,
      entries: [
        { name: 'B', kind: 'folder' },
        { name: '__proto__', kind: 'folder' },
        { name: '.env', kind: 'file', size: 3, not_indexed: 'secret' },
        { name: 'a.ts', kind: 'file', size: 0 },
        { name: 'b.ts', kind: 'file', size: 1 },
        { name: 'large.ts', kind: 'file', size: 51, not_indexed: 'tooLarge' },
        { name: 'link.md', kind: 'link', target: 'readme.md' },
        { name: 'logo.png', kind: 'file', size: 3, not_indexed: 'binary' },
        { name: 'new\nline.ts', kind: 'file', size: 1 },
        { name: 'out', kind: 'link' },
        { name: 'pipe', kind: 'special', detail: 'named pipe' },
      ],
    });
  });

  it.each([undefined, '.', './', '', '/', root])('takes %j for the root', async (path) => {
    if (path === '/') return expect((await ask({ path })).text).toContain('it lies outside of the project');
    const { names, data: folder } = await ask(path === undefined ? {} : { path });
    expect(names).toEqual(['empty', 'ignored', 'src', '.gitignore', 'readme.md', 'way']);
    expect(folder).toMatchObject({ path: '.', ignored: 3 });
  });

  it('shows ignored files if the user allows it, and the disk as it is now', async () => {
    const { names, data: folder } = await ask({}, true);
    expect(names).toContain('node_modules');
    expect(names).toContain('.git');
    expect(folder).toMatchObject({ ignored: 0 });
    expect((await ask({ path: 'build' }, true)).names).toEqual(['out.js']);
    write({ 'src/B/later.ts': '' });
    expect((await ask({ path: 'src/B' })).names).toEqual(['deep.ts', 'later.ts']);
    rmSync(join(root, 'src/B/later.ts'));
    expect((await ask({ path: 'src/B' })).names).toEqual(['deep.ts']);
  });

  it.each<[string, string]>([
    ['empty', 'Directory: ./empty\n0 folders, 0 files\n\nnote: The folder is empty.\n'],
    ['ignored', 'Directory: ./ignored\n0 folders, 0 files, 1 ignored and left out\n\nnote: All of it is ignored.\n'],
    ['way/B', 'Directory: ./src/B\nLink: ./way/B leads here\n0 folders, 1 file\n\ndeep.ts (0 bytes)\n'],
  ])('prints %j', async (path, text) => {
    expect((await ask({ path })).text).toBe(text);
  });

  it('says that a nested repository is not indexed', async () => {
    write({ 'nest/other/.git/HEAD': 'ref: refs/heads/main\n', 'nest/plain/a.ts': '' });
    const { text, data: folder } = await ask({ path: 'nest' });
    expect(text).toContain('\nother/ (not indexed: a repository of its own)\nplain/\n');
    expect(folder['entries']).toMatchObject([{ name: 'other', not_indexed: 'nestedRepository' }, { name: 'plain' }]);
  });

  it('comes in pages that show every entry once', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => `many/file-${String(i).padStart(5, '0')}.ts`);
    write(Object.fromEntries(many.map((path) => [path, ''])));
    const seen: string[] = [];
    let offset: number | undefined = 0;
    do {
      const { text, data: page, names } = await ask({ path: 'many', offset });
      expect(text.length).toBeLessThan(8000);
      expect(JSON.stringify(page).length).toBeLessThan(8000);
      seen.push(...names);
      offset = page['next_offset'] as number | undefined;
      expect(text.includes('goes on there')).toBe(offset !== undefined);
    } while (offset !== undefined);
    expect(seen.map((name) => `many/${name}`)).toEqual(many);
    expect((await ask({ path: 'many', offset: 4000 })).text).toContain(
      'note: offset is past the last of the 3000 entries.',
    );
  });

  it.each<[string, string, string]>([
    [
      'src/b.ts',
      'Path must be a directory: src/b.ts\nIt is a file. read_file with file_path: "src/b.ts"',
      'ValidationError',
    ],
    ['build', 'Ignored and therefore not read: build (by .gitignore: /build/)\nDo without it', 'ValidationError'],
    [
      'node_modules/pack/none',
      'Ignored and therefore not read: node_modules/pack (by ignorePatterns: node_modules/)',
      'ValidationError',
    ],
    ['srk', 'Folder not found: srk\nThe nearest: src. list_directory with path: "."', 'NotFoundError'],
    ['src/out', 'A link that leads out of the project, or nowhere: src/out\n', 'FileSystemError'],
    ['../..', 'Not a path of the project: ../..: it leads out of the project\n', 'ValidationError'],
    ['.git', 'Files of version control are not read: .git\n', 'ValidationError'],
  ])('refuses %j', async (path, words, type) => {
    const { text, data: folder } = await ask({ path });
    expect(text).toContain(`Error: ${words}`);
    expect(folder).toMatchObject({ error: { type } });
  });
});

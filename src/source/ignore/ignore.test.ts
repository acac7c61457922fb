import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileGlob, matchesGlob } from '../../util/globs/glob.ts';
import { compileIgnoreFile, compileIgnorePatterns, findRule, ignoredBy, type IgnoreScope } from './ignore-rules.ts';
import { pathWithGit } from '../../util/testing/git-here.ts';
import { growthExponent } from '../../util/testing/growth.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-ignore-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const onWindows = process.platform === 'win32';

/** Two names with one key are one on this system. */
const keyOf = (path: string): string => (onWindows ? path.toLowerCase() : path);

/** Whether this system permits the name (a byte string). */
function isPermitted(name: string): boolean {
  return !onWindows || (isUtf8(Buffer.from(name, 'latin1')) && !/[\0-\x1f<>:"|?*\\]|[ .]$/.test(name));
}

/**
 * A repository with these empty files and folders (byte strings; folders end in `/`). A path that conflicts with an earlier one is left out, and so is
 * one that this system does not permit.
 */
class Tree {
  readonly folder: string;
  /** All of them, including folders in between. */
  readonly paths: string[] = [];

  constructor(paths: readonly string[]) {
    this.folder = mkdtempSync(join(root, 'tree-'));
    this.git(['init', '-q', '.'], '');
    for (const path of paths) this.#add(path);
  }

  #add(path: string): void {
    const isFolder = path.endsWith('/');
    const parts = path.replace(/\/$/, '').split('/');
    if (!parts.every(isPermitted)) return;
    const depths = isFolder ? parts : parts.slice(0, -1);
    const folders = depths.map((_, depth) => parts.slice(0, depth + 1).join('/'));
    if (folders.some((folder) => this.#has(folder))) return;
    if (!isFolder && (this.#has(path) || this.#has(path + '/'))) return;
    for (const folder of folders) {
      mkdirSync(this.#bytes(folder), { recursive: true });
      if (!this.#has(folder + '/')) this.paths.push(folder + '/');
    }
    if (isFolder) return;
    writeFileSync(this.#bytes(path), '');
    this.paths.push(path);
  }

  #has(path: string): boolean {
    return this.paths.some((other) => keyOf(other) === keyOf(path));
  }

  #bytes(path: string): Buffer {
    return Buffer.concat([Buffer.from(this.folder + '/'), Buffer.from(path, 'latin1')]);
  }

  git(args: string[], input: string): Buffer {
    const env = { PATH: pathWithGit, HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
    // The rules are compared by case, as ours are on each system.
    return execFileSync('git', ['-c', 'core.ignoreCase=false', ...args], {
      cwd: this.folder,
      env,
      input: Buffer.from(input, 'latin1'),
    });
  }

  /** For each path: the pattern that decides according to git, or an empty text. */
  ask(ignoreFiles: Map<string, string>): string[] {
    const written = [...ignoreFiles].filter(
      ([file]) => dirname(file) === '.' || this.paths.includes(dirname(file) + '/'),
    );
    for (const [file, content] of written) writeFileSync(join(this.folder, file), Buffer.from(content, 'latin1'));
    const queries = this.paths.map((path) => path.replace(/\/$/, ''));
    let output: Buffer;
    try {
      output = this.git(['check-ignore', '--no-index', '-v', '-n', '-z', '--stdin'], queries.join('\0') + '\0');
    } catch (error) {
      // Exit code 1: none of the paths is ignored.
      output = (error as { stdout: Buffer }).stdout;
    }
    for (const [file] of written) rmSync(join(this.folder, file));
    const fields = output.toString('latin1').split('\0');
    return queries.map((path, index) => {
      expect(fields[4 * index + 3]).toBe(path);
      return fields[4 * index + 2] as string;
    });
  }
}

/** The deciding pattern according to `ignore-rules.ts`, checked from the top down as in a walk. */
function askRules(ignoreFiles: Map<string, string>, path: string): string {
  let scope: IgnoreScope | null = null;
  const parts = path.replace(/\/$/, '').split('/');
  for (let depth = 0; depth < parts.length; depth++) {
    const base = parts
      .slice(0, depth)
      .map((part) => part + '/')
      .join('');
    const content = ignoreFiles.get(base + '.gitignore');
    const list = content === undefined ? null : compileIgnoreFile(Buffer.from(content, 'latin1'));
    if (list !== null) scope = { list, base, file: base + '.gitignore', above: scope };
    const last = depth === parts.length - 1;
    const match = findRule(scope, parts.slice(0, depth + 1).join('/'), !last || path.endsWith('/'));
    if (last) return match?.rule.text ?? '';
    if (match !== null && !match.rule.negated) return match.rule.text;
  }
  return '';
}

function expectLikeGit(tree: Tree, ignoreFiles: Map<string, string>): void {
  const theirs = tree.ask(ignoreFiles);
  const differences = tree.paths
    .map((path, index) => ({ path, ours: askRules(ignoreFiles, path), theirs: theirs[index] }))
    .filter(({ ours, theirs }) => ours !== theirs);
  expect(differences).toEqual([]);
}

describe('single patterns decide like git', () => {
  const names = [
    ...['b', 'ab', 'foo.ts', 'foo.log', '.hidden', '#x', '!x', 'x ', 'x y', 'a]', '[a', 'a-b', 'a^', '-rf'],
    ...['\xc3\xa9', '\xff', 'new\nline', 'tab\tx', 'quote"\'', 'back\\slash', '*', '?', 'a*', 'a?b', '\x0b', '\x7f'],
    ...['0', 'Z', '[a-b]', 'foobar', 'fooxbar', 'a/b/c', 'a/foo/x', 'a/bc', 'a/c', 'a/x/b', 'a/x/y/b', 'foo/a/b'],
    ...['foo/bar', 'foo/x/bar', 'foo/x/y/bar', 'foox/bar', 'x/foo/bar', 'abc/foo', 'foo/__proto__', 'constructor'],
    ...['__proto__', 'd/foo', 'd/b', 'd/a/b', 'x\\', '\\', 'foo\t', 'foo\\', 'Foo'],
  ];
  let trees: Tree[];
  beforeAll(() => {
    trees = [new Tree(names), new Tree(names.map((name) => name + '/'))];
  });

  test.each([
    ...[
      'foo',
      '/foo',
      'foo/',
      '/foo/',
      'foo/bar',
      '/foo/bar',
      'foo/bar/',
      '*',
      '/*',
      '*/',
      '*/*',
      '*.log',
      'f*',
      'f*o',
    ],
    ...['*o*', '?', '??', 'fo?', '**', '**/', '/**', '**/foo', '**/foo/', 'foo/**', 'foo/**/', '/foo/**', 'foo/**/bar'],
    ...['**/a/**', 'a/**/b', '**/b', '**/**/b', 'a/**/**/b', 'foo**', 'foo**bar', 'foo**/bar', '/foo**', '**bar'],
    ...['/**bar', 'f**/bar', 'a***/b', '***', 'foo/***/bar', '/f*/**/bar', '**/f*/b*', '[ab]', '[!ab]', '[^ab]'],
    ...['[a-c]', '[c-a]', '[]a]', '[!]a]', '[a', '[', '[]', '[!]', '[a-]', '[-a]', '[a/b]', 'a[/]b', '[\\]]', '[a\\]]'],
    ...['[[:alpha:]]', '[[:digit:]]', '[[:space:]]', '[[:punct:]]', '[[:cntrl:]]', '[[:graph:]]', '[[:print:]]'],
    ...['[[:upper:]]', '[[:xdigit:]]', '[[:alnum:]]*', '[[:lower:]]*', '[[:blank:]]', '[[:nope:]]', '[[:alpha]'],
    ...['[[:alpha:', '[[:]', '[a[:digit:]b]', '[--0]', '[\\a-\\c]', '[[-a]', '\\#x', '#x', '\\!x', 'x\\ ', 'x ', 'x  '],
    ...['x\\\\ ', 'x\\', '\\', '\\\\', 'back\\\\slash', '\\*', '\\?', 'a\\?b', 'foo\\/', '**\\/b', 'a\\/b', '*\\/b'],
    ...['//', '/', 'foo//', 'a//b', '!', '!/', '', ' ', 'foo\t', 'foo\r', '\xe9', '\xc3?', '[\xc3]\xa9', '??\xff'],
    ...[
      '\xff',
      '*\xa9',
      'a/b/',
      '/a/b/',
      'a/*/b',
      '*a*b*',
      'a/b*',
      'a/*',
      '*/foo/*',
      'foo/*/bar',
      '[f]oo/bar',
      'f\\oo',
    ],
    ...['-*', '.*', '__proto__', 'constructor', 'foo\0bar', '\xef\xbb\xbfab'],
  ])('%j', (pattern) => {
    // A later pattern includes one path again, so that the order matters too.
    const files = new Map([['.gitignore', `${pattern}\n!foo/bar\n`]]);
    for (const tree of trees) expectLikeGit(tree, files);
  });

  test.each([
    ['line ends and a last line without one', '# c\r\nfoo\r\n\r\n!foo.ts\n*.log'],
    ['a byte order mark', '\xef\xbb\xbffoo\nab'],
    ['nothing but comments', '# foo\n\n#'],
    ['order within a file', '*\n!a\n!foo/\n!foo/bar\nfoo/b*\n!b*'],
  ])('%s', (_name, content) => {
    const files = new Map([['.gitignore', content]]);
    for (const tree of trees) expectLikeGit(tree, files);
  });
});

test('random files at every level decide like git', () => {
  const piece = fc.constantFrom(
    ...['a', 'b', 'ab', 'c', '.x', '*', '**', '?', '/', '/', '[ab]', '[!a]', '[a-c]', '[[:alpha:]]', '\\a', '\\*', ' '],
    ...['\\ ', '\xc3\xa9', '-', '!', '#', '***', '[', '\\'],
  );
  const line = fc
    .tuple(
      fc.constantFrom('', '', '', '!', '/'),
      fc.array(piece, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('', '', '/'),
    )
    .map(([start, pieces, end]) => start + pieces.join('') + end);
  const content = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.constantFrom('\n', '\r\n'))
    .map(([lines, end]) => lines.join(end));
  const part = fc.constantFrom(
    ...['a', 'a', 'b', 'ab', 'c', '.x', 'abc', 'a b', '*', '\xc3\xa9', '\xff', '-', '#b', '!a', 'n\nl', '"', "'"],
    ...['[ab]', ' ', 'a ', '\\a'],
  );
  const path = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '/'))
    .map(([parts, end]) => parts.join('/') + end);
  const files = fc.record({ top: content, a: content, ab: content }).map(
    ({ top, a, ab }) =>
      new Map([
        ['.gitignore', top],
        ['a/.gitignore', a],
        ['a/b/.gitignore', ab],
      ]),
  );
  fc.assert(
    fc.property(files, fc.uniqueArray(path, { minLength: 20, maxLength: 60 }), (ignoreFiles, paths) => {
      expectLikeGit(new Tree(paths), ignoreFiles);
    }),
    { numRuns: 60 },
  );
});

// With one of these patterns, anything slower than the product of the lengths would not finish here.
test.each<[string, (size: number) => [string, string]]>([
  ['*a', (size) => ['*a'.repeat(size) + 'b', 'a'.repeat(6 * size)]],
  ['**/a/', (size) => ['**/a/'.repeat(size) + 'b', 'a/'.repeat(3 * size) + 'x']],
  ['**/*a*/', (size) => ['**/*a*/'.repeat(size) + 'b', 'a/'.repeat(3 * size) + 'x']],
  ['**/*a*a*/', (size) => ['**/*a*a*/'.repeat(size) + 'b', 'aaaaaa/'.repeat(size) + 'c']],
])('many %s do not take exponential time', async (_, make) => {
  const matches = ([pattern, text]: [string, string]): boolean => {
    const glob = compileGlob(pattern, true);
    return glob === null || matchesGlob(glob, text, 0);
  };
  expect(matches(make(60))).toBe(false);
  expect(await growthExponent([15, 120], make, matches)).toBeLessThan(2.5);
});

test('patterns of the configuration, with the reason shown', () => {
  const list = compileIgnorePatterns(['node_modules/', 'gén/', '!keep/', '# no comment', '']);
  if (list === null) throw new Error('no rules');
  const scope = { list, base: '', file: 'ignorePatterns', above: null };
  const bytes = (text: string): string => Buffer.from(text).toString('latin1');
  expect(ignoredBy(scope, 'a/node_modules', true)).toBe('ignorePatterns: node_modules/');
  expect(ignoredBy(scope, 'a/node_modules', false)).toBe(null);
  expect(ignoredBy(scope, bytes('gén'), true)).toBe('ignorePatterns: gén/');
  expect(ignoredBy(scope, 'keep', true)).toBe(null);
  expect(ignoredBy(null, 'x', true)).toBe(null);
  expect(compileIgnorePatterns(['', '# x', '!', '['])).toBe(null);
});

/** Tests modules and their files by tables of small projects. */
import { describe, expect, it } from 'vitest';
import { createPythonResolver } from './resolver.ts';

function resolver(files: Record<string, string> | readonly string[]) {
  const texts = new Map(Array.isArray(files) ? files.map((path: string) => [path, '']) : Object.entries(files));
  return createPythonResolver({ paths: [...texts.keys()], read: (path) => texts.get(path) ?? null });
}

describe('relative imports', () => {
  const { resolve } = resolver([
    'pkg/__init__.py',
    'pkg/a.py',
    'pkg/sub/__init__.py',
    'pkg/sub/b.py',
    'ns/c.py',
    'ns/d.py',
    'top.py',
  ]);
  it.each([
    ['pkg/a.py', '.', 'pkg/__init__.py'],
    ['pkg/__init__.py', '.', 'pkg/__init__.py'],
    ['pkg/__init__.py', '.a', 'pkg/a.py'],
    ['pkg/sub/b.py', '..', 'pkg/__init__.py'],
    ['pkg/sub/b.py', '..a', 'pkg/a.py'],
    ['pkg/sub/b.py', '..sub.b', 'pkg/sub/b.py'],
    ['pkg/sub/b.py', '.a', null],
    ['ns/c.py', '.d', 'ns/d.py'],
    ['ns/c.py', '.', null],
    ['pkg/a.py', '..top', 'top.py'],
    ['pkg/a.py', '...top', null],
    ['top.py', '..x', null],
  ])('%s: %s', (from, specifier, file) => {
    expect(resolve(from, specifier)).toBe(file);
  });
});

describe('absolute imports', () => {
  it.each<[string, readonly string[], string, string, string | null]>([
    ['root package', ['pkg/__init__.py', 'pkg/a.py', 'x.py'], 'x.py', 'pkg.a', 'pkg/a.py'],
    ['package before module', ['pkg/__init__.py', 'pkg.py', 'x.py'], 'x.py', 'pkg', 'pkg/__init__.py'],
    ['code before stubs', ['m.pyi', 'm.py', 'x.py'], 'x.py', 'm', 'm.py'],
    ['stub alone', ['m.pyi', 'x.py'], 'x.py', 'm', 'm.pyi'],
    ['src layout', ['src/pkg/__init__.py', 'src/pkg/a.py', 'tests/t.py'], 'tests/t.py', 'pkg.a', 'src/pkg/a.py'],
    ['namespace package itself', ['ns/a.py', 'x.py'], 'x.py', 'ns', null],
    ['module of a namespace package', ['ns/a.py', 'x.py'], 'x.py', 'ns.a', 'ns/a.py'],
    ['a script next to its module', ['tools/run.py', 'tools/helper.py'], 'tools/run.py', 'helper', 'tools/helper.py'],
    ['a script named like a library', ['tools/redis.py', 'tools/redis/x.py'], 'tools/redis.py', 'redis', null],
    [
      'a script named like a package',
      ['src/flask/__init__.py', 'tools/flask.py'],
      'tools/flask.py',
      'flask',
      'src/flask/__init__.py',
    ],
    [
      'a module named like a build file',
      ['pkg/__init__.py', 'pkg/sub/__init__.py', 'pkg/sub/setup.py', 'pkg/sub/json5.py', 'x.py'],
      'x.py',
      'json5',
      null,
    ],
    ['a module that imports itself', ['pkg/__init__.py', 'pkg/a.py'], 'pkg/a.py', 'pkg.a', 'pkg/a.py'],
    [
      'a module of a package does not import its siblings by a bare name',
      ['pkg/__init__.py', 'pkg/a.py', 'pkg/json.py'],
      'pkg/a.py',
      'json',
      null,
    ],
    [
      'the own package in a monorepo',
      ['a/p/__init__.py', 'a/p/m.py', 'b/p/__init__.py', 'b/p/m.py'],
      'b/p/__init__.py',
      'p.m',
      'b/p/m.py',
    ],
    ['ambiguous package', ['a/p/__init__.py', 'b/p/__init__.py', 'x.py'], 'x.py', 'p', null],
    ['unique package', ['deep/in/p/__init__.py', 'deep/in/p/m.py', 'x.py'], 'x.py', 'p.m', 'deep/in/p/m.py'],
    ['library names are not guessed', ['deep/logging/__init__.py', 'x.py'], 'x.py', 'logging', null],
    ['module of an outer folder', ['app/conf.py', 'app/jobs/run.py'], 'app/jobs/run.py', 'conf', 'app/conf.py'],
    ['unknown', ['x.py'], 'x.py', 'numpy', null],
    ['empty', ['x.py'], 'x.py', '', null],
    ['odd names', ['__proto__.py', 'x.py'], 'x.py', 'constructor', null],
  ])('%s', (_title, files, from, specifier, file) => {
    expect(resolver(files).resolve(from, specifier)).toBe(file);
  });
});

describe('build files', () => {
  it.each([
    ['pyproject.toml', '[tool.setuptools.packages.find]\nwhere = ["code"]\n'],
    ['pyproject.toml', 'packages = [{ include = "p", from = "code" }]\n'],
    ['pyproject.toml', 'package-dir = {"" = "code"}\n'],
    ['setup.py', "setup(package_dir={'': 'code'})\n"],
    ['setup.cfg', '[options]\npackage_dir =\n    = code\n'],
    ['setup.cfg', '[options.packages.find]\nwhere = code\n'],
  ])('%s declares where packages lie: %j', (name, text) => {
    const found = resolver({ [`sub/${name}`]: text, 'sub/code/m.py': '', 'sub/tests/t.py': '' });
    expect(found.configPaths).toEqual([`sub/${name}`]);
    expect(found.resolve('sub/tests/t.py', 'm')).toBe('sub/code/m.py');
  });

  it('prefers the project of the importing file', () => {
    const { resolve } = resolver([
      'a/pyproject.toml',
      'a/src/m.py',
      'b/pyproject.toml',
      'b/src/m.py',
      'a/t/x.py',
      'b/t/x.py',
    ]);
    expect([resolve('a/t/x.py', 'm'), resolve('b/t/x.py', 'm')]).toEqual(['a/src/m.py', 'b/src/m.py']);
  });
});

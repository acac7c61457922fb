import { describe, expect, it } from 'vitest';
import { createRustResolver } from './resolver.ts';

interface Case {
  name: string;
  /** Contents of `Cargo.toml` files; Rust files are empty. */
  files: Record<string, string>;
  from: string;
  /** File by module path. */
  answers: Record<string, string | null>;
}

const cases: Case[] = [
  {
    name: 'a benchmark beside one with the name of the library',
    files: {
      'Cargo.toml': '[package]\nname = "bytes"\n',
      'src/lib.rs': '',
      'src/buf.rs': '',
      'benches/buf.rs': '',
      'benches/bytes.rs': '',
      'benches/common.rs': '',
    },
    from: 'benches/buf.rs',
    answers: {
      bytes: 'src/lib.rs',
      'bytes::buf': 'src/buf.rs',
      '::bytes': 'src/lib.rs',
      '::bytes::buf': 'src/buf.rs',
      '::std::io': null,
      'self::common': 'benches/common.rs',
      common: 'benches/common.rs',
    },
  },
  {
    name: 'modules of a library',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': '',
      'src/x.rs': '',
      'src/x/y.rs': '',
      'src/x/z/mod.rs': '',
      'src/x/z/deep.rs': '',
    },
    from: 'src/x/z/mod.rs',
    answers: {
      crate: 'src/lib.rs',
      'crate::x': 'src/x.rs',
      'crate::x::z': 'src/x/z/mod.rs',
      self: 'src/x/z/mod.rs',
      'self::deep': 'src/x/z/deep.rs',
      deep: 'src/x/z/deep.rs',
      super: 'src/x.rs',
      'super::y': 'src/x/y.rs',
      'super::super': 'src/lib.rs',
      'super::super::x::y': 'src/x/y.rs',
      'super::super::super': null,
      a: 'src/lib.rs',
      'a::x': 'src/x.rs',
      'std::fmt': null,
      'crate::none': null,
      '': null,
      'x::y': 'src/x/y.rs',
    },
  },
  {
    name: 'programs have their own modules; tests and examples are crates',
    files: {
      'Cargo.toml': '[package]\nname = "my-app"\n',
      'src/lib.rs': '',
      'src/bin/tool/main.rs': '',
      'src/bin/tool/args.rs': '',
      'tests/it.rs': '',
      'tests/common/mod.rs': '',
    },
    from: 'src/bin/tool/main.rs',
    answers: {
      'self::args': 'src/bin/tool/args.rs',
      'crate::args': 'src/bin/tool/args.rs',
      my_app: 'src/lib.rs',
      'crate::lib': null,
    },
  },
  {
    name: 'a test and the modules that it shares with others',
    files: { 'Cargo.toml': '[package]\nname = "a"\n', 'src/lib.rs': '', 'tests/it.rs': '', 'tests/common/mod.rs': '' },
    from: 'tests/it.rs',
    answers: { crate: 'tests/it.rs', 'self::common': 'tests/common/mod.rs', a: 'src/lib.rs' },
  },
  {
    name: 'a test with several files',
    files: { 'Cargo.toml': '', 'tests/suite/main.rs': '', 'tests/suite/one.rs': '', 'tests/suite/common.rs': '' },
    from: 'tests/suite/one.rs',
    answers: {
      crate: 'tests/suite/main.rs',
      'crate::common': 'tests/suite/common.rs',
      'super::common': 'tests/suite/common.rs',
    },
  },
  {
    name: 'named root files, names of libraries, renamed dependencies',
    files: {
      'Cargo.toml':
        '[package]\nname = "root"\n[[bin]]\nname = "r"\npath = "crates/core/main.rs"\n[dependencies]\nmat = { package = "matcher-x", path = "crates/matcher" }\n[dependencies.two]\npath = "./crates/two"\n',
      'crates/core/main.rs': '',
      'crates/core/flags/mod.rs': '',
      'crates/core/flags/parse.rs': '',
      'crates/matcher/Cargo.toml':
        '[package]\nname = "matcher-x"\n[lib]\nname = "matching"\npath = "code/matching.rs"\n',
      'crates/matcher/code/matching.rs': '',
      'crates/matcher/code/util.rs': '',
      'crates/two/Cargo.toml': '[package]\nname = "two-of"\n',
      'crates/two/src/lib.rs': '',
    },
    from: 'crates/core/flags/parse.rs',
    answers: {
      crate: 'crates/core/main.rs',
      'crate::flags': 'crates/core/flags/mod.rs',
      super: 'crates/core/flags/mod.rs',
      mat: 'crates/matcher/code/matching.rs',
      'mat::util': 'crates/matcher/code/util.rs',
      matching: 'crates/matcher/code/matching.rs',
      two: 'crates/two/src/lib.rs',
      two_of: 'crates/two/src/lib.rs',
      matcher_x: null,
    },
  },
  {
    name: 'files named by attributes',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': '',
      'src/sys/mod.rs': '',
      'src/sys/deep/two.rs': '',
      'src/sys/deep/two/three.rs': '',
    },
    from: 'src/sys/mod.rs',
    answers: {
      'path:deep/two.rs': 'src/sys/deep/two.rs',
      'path:./deep/two.rs::three': 'src/sys/deep/two/three.rs',
      'path:../lib.rs': 'src/lib.rs',
      'path:../../../x.rs': null,
      'path:none.rs': null,
    },
  },
  {
    name: 'none of several packages with one name',
    files: {
      'a/Cargo.toml': '[package]\nname = "same"\n',
      'b/Cargo.toml': '[package]\nname = "same"\n',
      'c/Cargo.toml': '[package]\nname = "c"\n[dependencies]\nx = { path = "../../out" }\n',
      'a/src/lib.rs': '',
      'b/src/lib.rs': '',
      'c/src/lib.rs': '',
    },
    from: 'c/src/lib.rs',
    answers: { same: null, x: null },
  },
  {
    name: 'broken and missing configuration',
    files: { 'Cargo.toml': '[[[\n= "x"\n[package\nname\n[lib]\npath = "../../../x.rs"\n', 'main.rs': '', 'm.rs': '' },
    from: 'main.rs',
    answers: { 'self::m': 'm.rs', 'crate::m': 'm.rs', super: null, '::': null },
  },
];

describe('module paths', () => {
  it.each(cases)('$name', ({ files, from, answers }) => {
    const resolver = createRustResolver({ paths: Object.keys(files), read: (path) => files[path] ?? null });
    const actual = Object.keys(answers).map((path) => [path, resolver.resolve(from, path, false)]);
    expect(Object.fromEntries(actual)).toEqual(answers);
    expect(resolver.configPaths).toEqual(Object.keys(files).filter((path) => path.endsWith('Cargo.toml')));
  });
});

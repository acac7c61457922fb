/** What manifests of each ecosystem declare and require, and that no text makes their readers throw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProjectLayout } from '../../src/graph/queries/project-layout.ts';
import { nuget } from '../../src/languages/csharp/resolution/nuget-packages.ts';
import { readProjectUsings } from '../../src/languages/csharp/resolution/project-usings.ts';
import type { Ecosystem } from '../../src/languages/ecosystem.ts';
import { goModules } from '../../src/languages/go/resolution/packages.ts';
import { maven } from '../../src/languages/java/resolution/artifacts.ts';
import { composer } from '../../src/languages/php/packages.ts';
import { pythonPackages } from '../../src/languages/python/resolution/distributions.ts';
import { rubygems } from '../../src/languages/ruby/gems.ts';
import { cargo } from '../../src/languages/rust/resolution/crates.ts';
import { tomlSections, tomlStrings } from '../../src/languages/toml-sections.ts';
import { npm } from '../../src/languages/typescript/resolution/npm-packages.ts';
import { xmlElements } from '../../src/languages/xml-elements.ts';

type Files = Readonly<Record<string, string>>;

/** `name > modules` of the packages that are declared, and `name range` of those that are required (`as` for another name). */
function readOf(
  ecosystem: Ecosystem,
  files: Files,
  units: ReadonlyMap<string, readonly string[]> = new Map(),
): { provides: string[]; requires: string[] } {
  const { provides, requires } = ecosystem.read({
    paths: Object.keys(files).sort(),
    read: (path) => files[path] ?? null,
    units,
  });
  return {
    provides: provides.map(({ name, root, modules }) => `${root}: ${name} > ${modules.join(' ')}`),
    requires: requires.map(({ name, range, renamed }) =>
      [name, range ?? '-', ...(renamed === undefined ? [] : [`as ${renamed}`])].join(' '),
    ),
  };
}

describe('what manifests declare and require', () => {
  it('npm: scopes, aliases, and a package that several lists name', () => {
    const manifest = {
      name: '@acme/shop',
      dependencies: { zod: '^3', old: 'npm:lodash@^2', scoped: 'npm:@acme/x' },
      devDependencies: { zod: '4', vitest: 'workspace:*' },
    };
    expect(readOf(npm, { 'packages/shop/package.json': JSON.stringify(manifest), 'package.json': '{}' })).toEqual({
      provides: ['packages/shop: @acme/shop > @acme/shop'],
      requires: ['zod ^3', 'lodash ^2 as old', '@acme/x - as scoped', 'vitest workspace:*'],
    });
  });

  it('Go: blocks, replacements by other modules, and by folders', () => {
    const text = [
      'module example.com/a/v2',
      'require example.com/one v1.0.0',
      'require (',
      '\texample.com/two v1.1.0 // indirect',
      '\texample.com/three v1.2.0',
      ')',
      'replace example.com/two => example.com/fork v9.0.0',
      'replace example.com/three v1.2.0 => ../three',
    ].join('\n');
    expect(readOf(goModules, { 'a/go.mod': text })).toEqual({
      provides: ['a: example.com/a/v2 > example.com/a/v2'],
      requires: ['example.com/one v1.0.0', 'example.com/fork v9.0.0 as example.com/two', 'example.com/three v1.2.0'],
    });
  });

  it('Python: pyproject.toml of PEP 621, of Poetry and of flit', () => {
    const files = {
      'a/pyproject.toml':
        '[project]\nname = "a-b"\ndescription = """\n[project]\nname = "no"\n"""\ndependencies = [\n  "click>=8 ; python_version > \'3\'", # a note ]\n  "jinja2[async] (>=3)",\n]\n[project.optional-dependencies]\ndotenv = ["python-dotenv"]\n',
      'a/src/a_b/__init__.py': '',
      'a/src/a_b/sub/__init__.py': '',
      'a/src/typed/__init__.pyi': '',
      'b/pyproject.toml':
        '[tool.poetry]\nname = "b"\n[tool.poetry.dependencies]\npython = "^3"\nhttpx = { version = "^0.2", optional = true }\n[tool.poetry.group.dev.dependencies]\nblack = "*"\n',
      'b/b.py': '',
      'b/other.py': '',
      'c/pyproject.toml': '[tool.flit.metadata]\nmodule = "c"\n',
      'c/c/__init__.py': '',
    };
    expect(readOf(pythonPackages, files)).toEqual({
      provides: ['a: a-b > a_b typed', 'b: b > b', 'c: c > c'],
      requires: ['click >=8', 'jinja2 >=3', 'python-dotenv -', 'httpx ^0.2', 'black *'],
    });
  });

  it('Python: setup.py as text, setup.cfg, requirements, and a distribution inside of another', () => {
    const files = {
      'setup.py':
        'import os\nos.remove("x")\nsetup(\n    name="outer",\n    install_requires=["six>=1", \'attrs\'],\n    py_modules=["single"],\n)\n',
      'single.py': '',
      'unlisted.py': '',
      'outer/__init__.py': '',
      'inner/setup.cfg': '[metadata]\nname = inner\n\n[options]\ninstall_requires =\n    outer ~= 2.0\n    # none\n',
      'inner/lib/inner/__init__.py': '',
      'requirements-dev.txt': '-r base.txt\npytest==8\n# no\nhttps://example.com/x.whl\n',
    };
    expect(readOf(pythonPackages, files)).toEqual({
      provides: ['inner: inner > inner', ': outer > outer single'],
      requires: ['outer ~= 2.0', 'pytest ==8', 'six >=1', 'attrs -'],
    });
  });

  it('Cargo: libraries with another name, programs, versions of the workspace, renamed crates', () => {
    const files = {
      'Cargo.toml':
        '[workspace]\nmembers = ["*"]\n[workspace.dependencies]\nserde = "1.0"\ntokio = { version = "1.4" }\n',
      'a/Cargo.toml':
        '[package]\nname = "a-lib"\n[lib]\nname = "other"\n[dependencies]\nserde.workspace = true\ntokio = { workspace = true, features = ["rt"] }\nmy-json = { package = "json", version = "0.1" }\n[target."cfg(unix)".dependencies]\nnix = "2"\n[dependencies.regex]\nversion = "1.9"\n',
      'a/src/lib.rs': '',
      'b/Cargo.toml': '[package]\nname = "b"\n',
      'b/src/main.rs': '',
    };
    expect(readOf(cargo, files)).toEqual({
      provides: ['a: a-lib > other', 'b: b > '],
      requires: ['serde 1.0', 'tokio 1.4', 'json 0.1 as my_json', 'nix 2', 'regex 1.9'],
    });
  });

  it('Maven and Gradle: parents, properties, catalogues, and packages by the nearest build', () => {
    const files = {
      'pom.xml': '<project><groupId>g</groupId><artifactId>parent</artifactId><version>3</version></project>',
      'core/pom.xml':
        '<project><parent><groupId>g</groupId><version>3</version></parent><artifactId>core</artifactId><dependencies><dependency><groupId>${project.groupId}</groupId><artifactId>util</artifactId><version>${project.version}</version><exclusions><exclusion><groupId>no</groupId></exclusion></exclusions></dependency></dependencies></project>',
      'app/build.gradle.kts':
        'group = "h"\ndependencies {\n  implementation("com.squareup.okio:okio:3.9")\n  api(libs.gson)\n}\n',
      'gradle/libs.versions.toml':
        '[versions]\ngson = "2.10"\n[libraries]\ngson = { module = "com.google.code.gson:gson", version.ref = "gson" }\njunit = "junit:junit:4"\n',
    };
    const units = new Map([
      ['java:g.core', ['core/src/main/java/g/core/A.java']],
      ['java:h.app', ['app/src/main/kotlin/A.kt']],
      ['java:scripts/x', ['scripts/x/A.java']],
    ]);
    expect(readOf(maven, files, units)).toEqual({
      provides: ['app: h:app > h.app', 'core: g:core > g.core', ': g:parent > '],
      requires: ['com.squareup.okio:okio 3.9', 'g:util 3', 'com.google.code.gson:gson 2.10', 'junit:junit 4'],
    });
  });

  it('NuGet: names of packages, assemblies and files, versions as elements and kept in one place', () => {
    const files = {
      'Directory.Packages.props': '<Project><PackageVersion Include="Serilog" Version="4" /></Project>',
      'A/A.csproj':
        '<Project><PropertyGroup><AssemblyName>Acme.A</AssemblyName></PropertyGroup><PackageReference Include="serilog"/><PackageReference Include="X"><Version>1.2</Version></PackageReference></Project>',
      'B/B.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>',
    };
    expect(readOf(nuget, files, new Map([['csharp:Acme.A', ['A/A.cs']]]))).toEqual({
      provides: ['A: Acme.A > Acme.A', 'B: B > '],
      requires: ['serilog 4', 'X 1.2'],
    });
  });

  it('Composer: prefixes of namespaces, packages that it replaces, and extensions of PHP, which are none', () => {
    const manifest = {
      name: 'acme/all',
      autoload: { 'psr-4': { 'Acme\\': 'src/', '': 'lib/' }, 'psr-0': { 'Old\\Name\\': 'old/' } },
      replace: { 'acme/one': 'self.version' },
      require: { php: '^8', 'ext-json': '*', 'psr/log': '^3' },
      'require-dev': { 'phpunit/phpunit': '^10' },
    };
    expect(readOf(composer, { 'composer.json': JSON.stringify(manifest) })).toEqual({
      provides: [': acme/all > Acme Old\\Name', ': acme/one > Acme Old\\Name'],
      requires: ['psr/log ^3', 'phpunit/phpunit ^10'],
    });
  });

  it('RubyGems: what of lib can be required, gemspecs and Gemfiles', () => {
    const files = {
      'x.gemspec':
        "s.name = 'acme-x'\ns.add_dependency('rack', '~> 3.0', '>= 3.1')\ns.add_development_dependency \"rake\"\n",
      'lib/x.rb': '',
      'lib/x/inner.rb': '',
      'lib/y/only.rb': '',
      Gemfile: "gem 'puma', '~> 6'\n# gem 'no'\n",
    };
    expect(readOf(rubygems, files)).toEqual({
      provides: [': acme-x > x y/only'],
      requires: ['puma ~> 6', 'rack ~> 3.0, >= 3.1', 'rake -'],
    });
  });
});

describe('any text', () => {
  const readers: readonly (readonly [Ecosystem, readonly string[]])[] = [
    [npm, ['package.json']],
    [goModules, ['go.mod']],
    [pythonPackages, ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt']],
    [cargo, ['Cargo.toml']],
    [maven, ['pom.xml', 'build.gradle', 'libs.versions.toml']],
    [nuget, ['A.csproj', 'Directory.Packages.props']],
    [composer, ['composer.json']],
    [rubygems, ['a.gemspec', 'Gemfile']],
  ];
  const pieces = fc.constantFrom(
    ...'{ } [ ] " \' = , : < > / ( ) $ # \n \\ null 1 __proto__ constructor name [project] [dependencies] """ <project> </project> require ( ${x} .name gem group:a:1 workspace = true'.split(
      ' ',
    ),
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(' ')),
  );

  it.each(readers)('declares what it can, and does not throw: %o', (ecosystem, names) => {
    fc.assert(
      fc.property(fc.constantFrom(...names), text, (name, content) => {
        const { provides, requires } = ecosystem.read({ paths: [name], read: () => content, units: new Map() });
        for (const { name: declared, root } of provides) expect([typeof declared, root]).toEqual(['string', '']);
        for (const one of requires) expect(typeof one.name).toBe('string');
      }),
    );
  });

  it('leaves out manifests that are too long, and those that cannot be read', () => {
    const long = `${' '.repeat(1_000_001)}{ "name": "a" }`;
    expect(readOf(npm, { 'package.json': long })).toEqual({ provides: [], requires: [] });
    expect(npm.read({ paths: ['package.json'], read: () => null, units: new Map() }).provides).toEqual([]);
  });
});

/** Each of these kept an expression busy for many seconds, some for hours. */
describe('hostile manifests are read at once', () => {
  const long = 900_000;
  it.each<[what: string, Ecosystem, file: string, text: string]>([
    ['the name of a file', pythonPackages, `requirements-e${'_s'.repeat(60)}m`, 'a'],
    ['calls in calls', pythonPackages, 'setup.py', 'setup(name="'.repeat(80_000)],
    ['lists in lists', pythonPackages, 'setup.py', 'require=['.repeat(100_000)],
    ['blank lines', pythonPackages, 'setup.py', '\n'.repeat(long)],
    ['blanks for a list', pythonPackages, 'setup.cfg', `[metadata]\nname = a\npy_modules=${'\t'.repeat(long)}!`],
    ['blanks for a folder', pythonPackages, 'setup.cfg', `[metadata]\nname=a\npackage_dir=${' '.repeat(190_000)}!`],
    ['slashes', pythonPackages, 'setup.cfg', `[metadata]\nname=a\nwhere = "${'/'.repeat(190_000)}a"`],
    ['blank lines', maven, 'build.gradle', '\n'.repeat(long)],
    ['a group of blanks', maven, 'build.gradle', `group${' '.repeat(long)}`],
    ['blank lines', rubygems, 'Gemfile', '\n'.repeat(long)],
    ['open comments', nuget, 'a.csproj', '<!--'.repeat(long / 4)],
    ['open tags', nuget, 'a.csproj', `<${'A'.repeat(99)}"${'x'.repeat(900)}"`.repeat(900)],
    ['back slashes', composer, 'composer.json', `{"name":"a/b","autoload":{"psr-4":{"${'\\'.repeat(long)}a":"a"}}}`],
  ])('%s: %o', (_, ecosystem, file, text) => {
    expect(readOf(ecosystem, { [file]: text }).requires).toEqual([]);
  });

  it('conditions of blanks', () => {
    const text = `<Project><ItemGroup Condition="${'\t'.repeat(900)}"><Using Include="A"/></ItemGroup></Project>`;
    const usings = readProjectUsings({ paths: ['a.csproj', 'b.cs'], read: () => text });
    expect(usings.of('b.cs').map(({ name }) => name)).toEqual(['A']);
  });

  it.each(['package.json', 'pyproject.toml', 'go.mod', 'Cargo.toml'])('blank lines in %s', (file) => {
    expect(new ProjectLayout([file], () => '\n'.repeat(long)).packages()).toEqual([]);
  });
});

it('reads sections of TOML with arrays of several lines and brackets in strings', () => {
  const sections = tomlSections(
    'a = 1\n[x]\nlist = [ "a]", # no ]\n  \'b\',\n]\nafter = "c" # note\n[[x.y]]\nz = true\n',
  );
  expect(tomlStrings(sections.get('x')?.get('list'))).toEqual(['a]', 'b']);
  expect([sections.get('')?.get('a'), sections.get('x')?.get('after'), sections.get('x.y')?.get('z')]).toEqual([
    '1',
    'c',
    'true',
  ]);
});

it('reads elements of XML with the elements around them', () => {
  const found = [...xmlElements('<a><!-- <b/> --><c x="1">t</c><d.e/><f y=\'2\'><g></a></f>')];
  expect(found.map(({ name, text, ancestors }) => [...ancestors.map((one) => one.name), name, text].join('/'))).toEqual(
    ['a/', 'a/c/t', 'a/d.e/', 'a/f/', 'a/f/g/'],
  );
});

/** Data, configuration and markup. */
import type { Language } from '../language.ts';
import { rulesOnce, hashComments, rules, textLanguage } from './text-language.ts';

const markupComments = { blockComments: [['<!--', '-->']] } as const;

export const data: readonly Language[] = [
  textLanguage('json', {
    name: 'JSON',
    nature: 'data',
    extensions:
      'json jsonc json5 jsonl ndjson geojson webmanifest avsc har topojson sarif jsonld code-workspace sublime-project tfstate ' +
      'tfstate.backup importmap mcmeta gltf excalidraw arb',
    filenames: [
      '.babelrc',
      '.eslintrc',
      '.jshintrc',
      '.jscsrc',
      '.swcrc',
      '.prettierrc',
      '.stylelintrc',
      '.watchmanconfig',
      '.nycrc',
      '.htmlhintrc',
      '.tern-project',
      '.auto-changelog',
      'composer.lock',
      'flake.lock',
      'Pipfile.lock',
      'deno.lock',
      'bun.lock',
    ],
    lines: { lineComments: ['//'] },
    keywords: 'true false null',
  }),
  textLanguage('yaml', {
    name: 'YAML',
    nature: 'data',
    extensions: 'yaml yml sublime-syntax mir reek cff eyaml yaml-tmlanguage',
    filenames: [
      '.clang-format',
      '.clang-tidy',
      '.clangd',
      '.gemrc',
      '.yamllint',
      'pubspec.lock',
      'glide.lock',
      'CITATION.cff',
      '.mailmap',
    ],
    lines: hashComments,
    keywords: 'true false null yes no on off',
  }),
  textLanguage('toml', {
    name: 'TOML',
    nature: 'data',
    extensions: 'toml',
    filenames: ['Cargo.lock', 'poetry.lock', 'uv.lock', 'pdm.lock', 'Gopkg.lock', 'Pipfile', 'Manifest.toml'],
    lines: {
      ...hashComments,
      definitions: rules('module', /^\s{0,20}\[{1,2}\s?([\w.":/@ -]+?)(?=\s?\])/),
      span: 'line',
    },
    keywords: 'true false',
  }),
  textLanguage('ini', {
    name: 'INI',
    nature: 'data',
    extensions: 'ini cfg conf cnf properties prefs inf reg desktop service socket timer mount ovpn',
    filenames: [
      '.editorconfig',
      '.gitconfig',
      '.gitmodules',
      '.npmrc',
      '.yarnrc',
      '.flake8',
      '.pylintrc',
      '.coveragerc',
      '.hgrc',
      '.pypirc',
      '.curlrc',
      '.wgetrc',
      '.inputrc',
      '.ripgreprc',
      '.tmux.conf',
      '.bazelrc',
      '.buckconfig',
      '.buckconfig.local',
      '.flowconfig',
      'pylintrc',
      'requirements.txt',
      'nginx.conf',
      'go.mod',
      'go.sum',
      'go.work',
      'Procfile',
    ],
    lines: { lineComments: ['#', ';'], definitions: rules('module', /^\[([^\]\n]{1,200})(?=\])/), span: 'line' },
    keywords: 'true false yes no on off',
  }),
  textLanguage('ignore', {
    name: 'Ignore list',
    nature: 'data',
    filenames: [
      '.gitignore',
      '.gitattributes',
      '.dockerignore',
      '.npmignore',
      '.eslintignore',
      '.prettierignore',
      '.hgignore',
      '.helmignore',
      '.code-scoutignore',
      '.stylelintignore',
      '.vercelignore',
      '.gcloudignore',
      '.git-blame-ignore-revs',
      '.cursorignore',
      '.rgignore',
      '.ignore',
      '.fdignore',
    ],
    lines: hashComments,
  }),
  textLanguage('xml', {
    name: 'XML',
    nature: 'data',
    extensions:
      'xml svg xsd xsl xslt dtd rss atom plist xaml axml resx csproj vbproj fsproj vcxproj vcxproj.filters props targets nuspec pom wsdl xib ' +
      'storyboard kml gpx config iml fxml ui qrc rdf owl jelly launch sdf urdf xacro glade tmx opml xliff xlf dita ditamap ' +
      'meta wxs slnx manifest',
    filenames: ['.classpath', '.project', 'packages.config', 'App.config', 'Web.config', 'NuGet.Config'],
    lines: markupComments,
  }),
  textLanguage('html', {
    name: 'HTML',
    nature: 'code',
    extensions:
      'html htm xhtml shtml erb rhtml ejs hbs handlebars mustache njk nunjucks twig jinja jinja2 j2 liquid ftl jsp jspx aspx ascx ' +
      'cshtml razor vbhtml eex heex leex tt gohtml tmpl gotmpl hjs mjml latte volt',
    lines: {
      ...markupComments,
      imports: [
        { pattern: /^[^<\n]{0,200}<script\b[^>\n]{0,500}\bsrc=["']([^"']+)/ },
        { pattern: /^[^<\n]{0,200}<link\b[^>\n]{0,500}\bhref=["']([^"']+\.css)/ },
      ],
    },
    classifyImport: (module) => (/^(https?:)?\/\//.test(module) ? 'external' : 'local'),
    keywords: 'html head body div span class id href src style link script meta',
  }),
  textLanguage('pug', { name: 'Pug, Haml and Slim', nature: 'code', extensions: 'pug jade haml slim' }),
  textLanguage('css', {
    name: 'CSS',
    nature: 'code',
    extensions: 'css pcss postcss wxss',
    lines: {
      blockComments: [['/*', '*/']],
      definitions: rulesOnce('function', /^\s*@keyframes\s+([\w-]+)/),
      imports: [{ pattern: /^\s*@import\s+(?:url\()?["']?([^"')\s;]+)/ }],
    },
    classifyImport: (module) => (/^(https?:)?\/\//.test(module) ? 'external' : 'local'),
    keywords: 'important auto none inherit initial unset px em rem',
  }),
  textLanguage('scss', {
    name: 'Sass and Less',
    nature: 'code',
    extensions: 'scss sass less styl stylus',
    lines: {
      lineComments: ['//'],
      blockComments: [['/*', '*/']],
      definitions: [
        ...rules('function', /^\s*@(?:mixin|function)\s+([\w-]+)/, /^=([\w-]+)/),
        ...rulesOnce('function', /^\s*@keyframes\s+([\w-]+)/),
        ...rulesOnce(
          'variable',
          /^\$([\w-]+)(?=\s*:)/,
          /^@(?!import|media|include|use|forward|charset|font-face|namespace|plugin)([\w-]+)(?=\s*:)/,
        ),
      ],
      imports: [
        { pattern: /^\s*@(?:use|forward)\s+["']([^"']+)["'](?:\s+as\s+(?<alias>[\w*-]+))?/ },
        { pattern: /^\s*@import\s+(?:\([\w, ]+\)\s*)?(?:url\()?["']?([^"')\s;]+)/ },
      ],
    },
    classifyImport: (module) =>
      module.startsWith('sass:') ? 'builtin' : /^((https?:)?\/\/|~)/.test(module) ? 'external' : 'local',
    keywords: 'important auto none inherit initial unset px em rem mixin include extend',
  }),
  textLanguage('csv', { name: 'CSV', nature: 'data', extensions: 'csv tsv psv tab' }),
  // A notebook whose cells cannot be told apart. Others have the language of their cells.
  textLanguage('notebook', {
    name: 'Notebook',
    nature: 'data',
    extensions: 'ipynb',
    keywords: 'true false null cell source outputs metadata',
  }),
  textLanguage('configuration', {
    name: 'Configuration',
    nature: 'data',
    extensions: 'cue pkl dhall ron kdl hjson bru',
    lines: { lineComments: ['//', '#'] },
  }),
  textLanguage('snapshot', { name: 'Snapshot', nature: 'data', extensions: 'snap golden expected stdout stderr tap' }),
];

/**
 * Links small sources of C#, Kotlin, Scala and Java, told apart by their endings, and compares with marks in them. A mark stands right
 * before a name and is taken out before the text is read: `‹@a›name` gives a declared name the label `a`; `‹a›name` links to `a` and
 * nothing else, `‹a,b›name` to both, `‹-›name` to nothing; `‹a()›name` runs `a` where it is called.
 */
import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';
import { startInference } from '../../src/graph/inference.ts';
import { linkSite } from '../../src/graph/links.ts';
import { fileWithFacts, Program } from '../../src/graph/program.ts';
import type { Target } from '../../src/graph/values.ts';
import type { SyntaxNode } from '../../src/languages/language.ts';
import { entityFields, siteWidth, type LinkFacts } from '../../src/model/link-facts.ts';
import { assetUrl } from '../../src/util/assets.ts';

export type Sources = Readonly<Record<string, string>>;

export interface TestedLanguage {
  id: string;
  /** With the dot. */
  ending: string;
  wasm: string;
  collect: (
    root: SyntaxNode,
    source: string,
    definitions: readonly { line: number; column: number }[],
    options: { everySite: boolean; path: string },
  ) => LinkFacts;
  resolve: (specifier: string) => string | null;
}

interface Mark {
  path: string;
  line: number;
  column: number;
  kind: 'label' | 'use' | 'call';
  labels: string[];
}

function readMarks(path: string, marked: string, marks: Mark[]): string {
  const lines = marked.split('\n').map((text, index) => {
    let line = '';
    let from = 0;
    for (const match of text.matchAll(/‹(@?)([\w,-]+)(\(\))?›/g)) {
      line += text.slice(from, match.index);
      from = match.index + match[0].length;
      const kind = match[1] === '@' ? 'label' : match[3] === undefined ? 'use' : 'call';
      const labels = match[2] === '-' ? [] : match[2]!.split(',');
      marks.push({ path, line: index + 1, column: line.length + 1, kind, labels });
    }
    return line + text.slice(from);
  });
  return lines.join('\n');
}

export type Collect = (text: string, path?: string) => LinkFacts;

/** Loads a language's grammar once; every name has a site. */
export async function openCollector({ wasm, collect }: Pick<TestedLanguage, 'wasm' | 'collect'>): Promise<Collect> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(assetUrl(`grammars/${wasm}`))));
  return (text, path = '') => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error('the parser gave no tree');
    try {
      return collect(tree.rootNode, text, [], { everySite: true, path });
    } finally {
      tree.delete();
    }
  };
}

export interface LinkedMarks {
  /** What each marked use is linked to, one line a use. */
  actual: string[];
  /** What it should be. */
  expected: string[];
}

export type LinksOf = (sources: Sources) => LinkedMarks;

/** Compares sources of these languages; throws on sources whose marks say nothing. */
export async function openLinks(languages: readonly TestedLanguage[]): Promise<LinksOf> {
  const collectors = new Map<string, Collect>();
  for (const language of languages) collectors.set(language.id, await openCollector(language));
  const languageOf = (path: string): TestedLanguage => {
    const found = languages.find(({ ending }) => path.endsWith(ending));
    if (found === undefined) throw new Error(`no language reads ${path}`);
    return found;
  };
  return (sources) => {
    const marks: Mark[] = [];
    const files = Object.entries(sources).map(([path, marked]) => {
      const { id } = languageOf(path);
      return fileWithFacts(path, id, collectors.get(id)!(readMarks(path, marked, marks), path));
    });
    const program = new Program(files, (from, specifier) => languageOf(from.path).resolve(specifier));
    return compare(program, marks);
  };
}

function compare(program: Program, marks: readonly Mark[]): LinkedMarks {
  const i = startInference(program);
  const placeOf = ({ file, entity }: Target): string =>
    `${file.path}:${file.get(entity, entityFields.line)}:${file.get(entity, entityFields.column)}`;
  const labels = new Map<string, string>();
  for (const mark of marks)
    if (mark.kind === 'label') labels.set(`${mark.path}:${mark.line}:${mark.column}`, mark.labels[0]!);
  const known = new Set(labels.values());
  const uses = marks.filter(({ kind }) => kind !== 'label');
  if (uses.length === 0) throw new Error('no use is marked');
  const actual: string[] = [];
  const expected: string[] = [];
  for (const { path, line, column, kind, labels: wanted } of uses) {
    const unknown = wanted.find((label) => !known.has(label));
    if (unknown !== undefined) throw new Error(`nothing has the label ${unknown}`);
    const file = program.file(path)!;
    const { sites } = file.facts;
    const found = new Set<string>();
    let count = 0;
    for (let site = 0; site < file.siteCount; site++) {
      if (sites[site * siteWidth + 2] !== line || sites[site * siteWidth + 3] !== column) continue;
      count++;
      const links = linkSite(i, file, site);
      for (const target of kind === 'call' ? links.callees : links.targets)
        found.add(labels.get(placeOf(target)) ?? `${placeOf(target)} ${target.file.name(target.entity)}`);
    }
    const at = `${path}:${line}:${column}${kind === 'call' ? ' runs' : ''}`;
    actual.push(count === 0 ? `${at} nothing is named there` : `${at} ${[...found].sort().join(', ')}`);
    expected.push(`${at} ${wanted.toSorted().join(', ')}`);
  }
  return { actual, expected };
}

/**
 * What the parsers and collectors make of one file, as text for people: `npm run show`. It runs what indexing runs, from the sources.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { Language as Grammar, Parser, type Node } from 'web-tree-sitter';
import { Extractor } from '../../src/extract/extract.ts';
import { languageDetector } from '../../src/extract/language-detector.ts';
import type { Language } from '../../src/languages/language.ts';
import { languages } from '../../src/languages/registry.ts';
import type { Extraction } from '../../src/model/extraction.ts';
import { SummaryDump } from '../../src/model/testing/summary-dump.ts';
import { assetUrl } from '../../src/util/assets.ts';
import { isTree, type SyntaxTree } from './syntax-visit.ts';

export const views = ['tree', 'summary', 'definitions'] as const;
export type View = (typeof views)[number];

/** Thrown if a view of a file cannot be shown; the message says why. */
export class NothingToShow extends Error {}

async function languageOf(path: string, text: string): Promise<Language> {
  const overrides = { extensions: new Map<string, string[]>(), disabled: new Set<string>() };
  const language = await languageDetector(languages, overrides).detect(path, text);
  if (language === null) throw new NothingToShow(`${path}: no language reads it`);
  return language;
}

function grammarUrl(wasm: string): URL {
  const url = assetUrl(`grammars/${wasm}`);
  if (!existsSync(url)) throw new NothingToShow(`dist/grammars/${wasm} is not there: run npm run prepare-grammars`);
  return url;
}

/** The text of a node without children, cut if it is long. */
function leafText(text: string): string {
  return ` ${JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)}`;
}

/** A line for a node, its children below it: `name: identifier 3:7-3:12 "Shelf"`. Anonymous nodes stand in quotes, as in queries. */
function grammarTree(root: Node): string[] {
  const lines: string[] = [];
  const pending: { node: Node; depth: number; field: string | null }[] = [{ node: root, depth: 0, field: null }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth, field } = next;
    const type = node.isNamed ? node.type : JSON.stringify(node.type);
    const [start, end] = [node.startPosition, node.endPosition];
    const place = `${start.row + 1}:${start.column + 1}-${end.row + 1}:${end.column + 1}`;
    // A missing token is not `isMissing` if the grammar's own scanner makes such tokens: it then has an error and no text.
    const isMissing = node.isMissing || (node.childCount === 0 && node.hasError && node.startIndex === node.endIndex);
    const missing = isMissing ? 'MISSING ' : '';
    const leaf = node.childCount === 0 && node.isNamed ? leafText(node.text) : '';
    lines.push(`${'  '.repeat(depth)}${field === null ? '' : `${field}: `}${missing}${type} ${place}${leaf}`);
    for (let at = node.childCount - 1; at >= 0; at--) {
      const child = node.child(at);
      if (child !== null) pending.push({ node: child, depth: depth + 1, field: node.fieldNameForChild(at) });
    }
  }
  return lines;
}

async function shownGrammarTree(language: Language, path: string, text: string): Promise<string[]> {
  const grammar = language.grammarFor?.(path) ?? language.grammar;
  if (grammar === undefined)
    throw new NothingToShow(`${path}: ${language.name} has no grammar, it is read by its words`);
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Grammar.load(readFileSync(grammarUrl(grammar.wasm))));
  const tree = parser.parse(grammar.prepare?.(text) ?? text);
  try {
    return tree === null ? [] : grammarTree(tree.rootNode);
  } finally {
    tree?.delete();
    parser.delete();
  }
}

function placeIn(text: string): (offset: number) => string {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const row = starts.findLastIndex((start) => start <= offset);
    return `${row + 1}:${offset - starts[row]! + 1}`;
  };
}

/** A tree of oxc in the form of `grammarTree`: fields that are nodes are children; other fields follow the place. */
function ecmascriptTree(path: string, text: string): string[] {
  const place = placeIn(text);
  const lines: string[] = [];
  const add = (tree: SyntaxTree, depth: number, field: string | null): void => {
    const children: [string, SyntaxTree][] = [];
    const plain: string[] = [];
    for (const [name, value] of Object.entries(tree)) {
      if (['type', 'start', 'end', 'parent'].includes(name)) continue;
      if (isTree(value)) children.push([name, value]);
      else if (Array.isArray(value))
        children.push(...value.filter(isTree).map((one): [string, SyntaxTree] => [name, one]));
      else if (typeof value === 'string' || value === true || typeof value === 'number')
        plain.push(`${name}=${JSON.stringify(value)}`);
    }
    const head = `${field === null ? '' : `${field}: `}${tree.type} ${place(tree.start)}-${place(tree.end)}`;
    lines.push(`${'  '.repeat(depth)}${[head, ...plain].join(' ')}`);
    for (const [name, child] of children) add(child, depth + 1, name);
  };
  add(parseSync(path, text).program as unknown as SyntaxTree, 0, null);
  return lines;
}

/** Extraction of any language needs the modules that a build compiles. */
function requireBuild(): void {
  if (!existsSync(assetUrl('words.wasm'))) throw new NothingToShow('dist/ is not built: run npm run build');
}

async function extracted(language: Language, path: string, text: string): Promise<Extraction> {
  requireBuild();
  const extractor = new Extractor(grammarUrl);
  try {
    return await extractor.extract(language, path, text);
  } finally {
    extractor.close();
  }
}

function section(title: string, lines: readonly string[]): string[] {
  return [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`), ''];
}

function shownSummary({ summary }: Extraction, name: string): string[] {
  if (summary === null)
    throw new NothingToShow(`${name} has no file summary: its links are made by name only, or not at all`);
  const dump = new SummaryDump(summary);
  const { unit, global, modules } = summary;
  return [
    ...(unit === '' ? [] : [`unit: ${unit}`]),
    ...(global ? ['top level belongs to the whole program'] : []),
    ...section('scopes', dump.scopes()),
    ...section('entities', dump.entities()),
    ...section('sites', dump.sites()),
    ...section('exports', dump.exports()),
    ...section(
      'modules',
      modules.map((module) => module.replace('\0', 'require ')),
    ),
  ];
}

function shownDefinitions({ definitions, imports, references, issues }: Extraction): string[] {
  const whole = definitions.map((one) => {
    const container = one.container === null ? '' : `${one.container}.`;
    const exported = one.exported ? ' exported' : '';
    const decorators = one.decorators.map((decorator) => ` @${decorator}`).join('');
    const signature = one.signature === null ? '' : ` ${one.signature}`;
    const span = `${one.startLine}:${one.startColumn}-${one.endLine}:${one.endColumn}`;
    return `${one.line}:${one.column} ${one.kind} ${container}${one.name}${signature}${exported}${decorators} [${span}]`;
  });
  const brought = imports.map(({ line, column, module, names }) => {
    const list = names.map(({ name, alias }) => (alias === null ? name : `${name} as ${alias}`)).join(', ');
    return `${line}:${column} ${module}${list === '' ? '' : ` (${list})`}`;
  });
  return [
    ...section('definitions', whole),
    ...section('imports', brought),
    // A file with a summary has none here: the sites of the summary take their place.
    ...section(
      'references',
      references.map(({ line, column, kind, name }) => `${line}:${column} ${kind} ${name}`),
    ),
    ...section(
      'issues',
      issues.map(({ line, message }) => `${line ?? '-'} ${message}`),
    ),
  ];
}

/** @param path as a project would have it; its name decides the language. Throws `NothingToShow`. */
export async function shownFile(view: View, path: string, text: string): Promise<string> {
  const language = await languageOf(path, text);
  if (view === 'tree') {
    const isEcmascript = language.parser === 'ecmascript';
    const lines = isEcmascript ? ecmascriptTree(path, text) : await shownGrammarTree(language, path, text);
    return lines.join('\n');
  }
  const extraction = await extracted(language, path, text);
  const lines = view === 'summary' ? shownSummary(extraction, language.name) : shownDefinitions(extraction);
  return lines.join('\n').trimEnd();
}

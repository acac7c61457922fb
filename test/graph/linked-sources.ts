/**
 * Links small sources with the real parser, collector, module resolver and linker, and compares with marks in the sources:
 * - `@a@` before a declared name gives it the label `a`;
 * - `<a>` before a used name: it links to `a` and nothing else; `<a,b>`: to both; `<->`: to nothing;
 * - `<a()>` before the name in a call: the call runs `a`.
 * Each mark is written as a comment: `/*@a@*\/`, `/*<a>*\/`.
 */
import { factsOf, isEcmascript, languageOf } from '../../bench/lib/graph-facts.ts';
import type { FileFacts } from '../../src/graph/file-facts.ts';
import { startInference } from '../../src/graph/inference.ts';
import { linkSite } from '../../src/graph/links.ts';
import { fileWithFacts, Program } from '../../src/graph/program.ts';
import type { Inference } from '../../src/graph/questions.ts';
import type { Target } from '../../src/graph/values.ts';
import { createModuleResolver } from '../../src/languages/typescript/resolution/module-resolver.ts';
import { entityFields, siteWidth } from '../../src/model/link-facts.ts';

export type Sources = Readonly<Record<string, string>>;

export function programOf(sources: Sources): Program {
  const paths = Object.keys(sources);
  const resolver = createModuleResolver({ paths, read: (path) => sources[path] ?? null });
  const files = paths
    .filter(isEcmascript)
    .map((path) => fileWithFacts(path, languageOf(path), factsOf(path, sources[path] ?? '')));
  return new Program(files, (from, specifier, required) =>
    resolver.resolve(from.path, specifier, required ? 'require' : 'import'),
  );
}

interface Mark {
  path: string;
  line: number;
  column: number;
  kind: 'label' | 'use' | 'call';
  labels: string[];
}

/** A mark with the place right behind it. */
function marksOf(path: string, text: string): Mark[] {
  const marks: Mark[] = [];
  for (const [index, lineText] of text.split('\n').entries()) {
    for (const match of lineText.matchAll(/\/\*(?:@(?<label>\w+)@|<(?<uses>[\w,-]+)(?<call>\(\))?>)\*\//g)) {
      const { label, uses, call } = match.groups ?? {};
      const column = match.index + match[0].length + 1;
      const place = { path, line: index + 1, column };
      if (label !== undefined) marks.push({ ...place, kind: 'label', labels: [label] });
      else
        marks.push({
          ...place,
          kind: call === undefined ? 'use' : 'call',
          labels: uses === '-' ? [] : uses!.split(','),
        });
    }
  }
  return marks;
}

/** A target as its label, or its place where it has none. All declarations of one symbol have one place: the first. */
function nameOf({ file, entity }: Target, labels: ReadonlyMap<string, string>): string {
  const symbol = file.symbol(entity);
  const [line, column] = [file.get(symbol, entityFields.line), file.get(symbol, entityFields.column)];
  return labels.get(`${file.path}:${line}:${column}`) ?? `${file.path}:${line} ${file.name(symbol)}`;
}

function linksAt(i: Inference, file: FileFacts, mark: Mark): { sites: number; targets: Target[] } {
  const { sites } = file.facts;
  const targets: Target[] = [];
  let count = 0;
  for (let site = 0; site < file.siteCount; site++) {
    const at = site * siteWidth;
    if (sites[at + 2] !== mark.line || sites[at + 3] !== mark.column) continue;
    count++;
    const links = linkSite(i, file, site);
    targets.push(...(mark.kind === 'call' ? links.callees : links.targets));
  }
  return { sites: count, targets };
}

/** What each marked use is linked to and what it should be, one line a use; throws on sources whose marks say nothing. */
export function linksOf(sources: Sources): { actual: string[]; expected: string[] } {
  const program = programOf(sources);
  const i = startInference(program);
  const marks = Object.entries(sources).flatMap(([path, text]) => marksOf(path, text));
  const labels = new Map<string, string>();
  for (const { path, line, column, kind, labels: names } of marks) {
    if (kind === 'label') labels.set(`${path}:${line}:${column}`, names[0]!);
  }
  const known = new Set(labels.values());
  const uses = marks.filter(({ kind }) => kind !== 'label');
  if (uses.length === 0) throw new Error('no use is marked');
  const actual: string[] = [];
  const expected: string[] = [];
  for (const mark of uses) {
    const unknown = mark.labels.find((label) => !known.has(label));
    if (unknown !== undefined) throw new Error(`nothing has the label ${unknown}`);
    const { sites, targets } = linksAt(i, program.file(mark.path)!, mark);
    if (sites === 0) throw new Error(`${mark.path}:${mark.line}:${mark.column}: nothing is named there`);
    const at = `${mark.path}:${mark.line}:${mark.column}${mark.kind === 'call' ? ' runs' : ''}`;
    const names = [...new Set(targets.map((target) => nameOf(target, labels)))].sort();
    actual.push(`${at} ${names.join(', ')}`);
    expected.push(`${at} ${mark.labels.toSorted().join(', ')}`);
  }
  return { actual, expected };
}

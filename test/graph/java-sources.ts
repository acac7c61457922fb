/**
 * Links small Java sources and compares with marks in them. A mark stands right before a name and is taken out before the text is read:
 * `‹@a›name` gives a declared name the label `a`; `‹a›name` links to `a` and nothing else, `‹a,b›name` to both, `‹-›name` to nothing;
 * `‹a()›name` runs `a` where it is called.
 */
import { openJavaCollector } from '../../bench/lib/java-facts.ts';
import { startInference } from '../../src/graph/inference.ts';
import { linkSite } from '../../src/graph/links.ts';
import { fileWithFacts, Program } from '../../src/graph/program.ts';
import type { Target } from '../../src/graph/values.ts';
import { createJavaResolver } from '../../src/languages/java/resolution/resolver.ts';
import { entityFields, siteWidth } from '../../src/model/link-facts.ts';

export type Sources = Readonly<Record<string, string>>;

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

const collect = await openJavaCollector();

/** What each marked use is linked to and what it should be, one line a use; throws on sources whose marks say nothing. */
export function javaLinksOf(sources: Sources): { actual: string[]; expected: string[] } {
  const marks: Mark[] = [];
  const texts = new Map(Object.entries(sources).map(([path, text]) => [path, readMarks(path, text, marks)]));
  const resolver = createJavaResolver();
  const files = [...texts].map(([path, text]) => fileWithFacts(path, 'java', collect(text, { path, everySite: true })));
  const program = new Program(files, (from, specifier) => resolver.resolve(from.path, specifier, false));
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
    if (count === 0) throw new Error(`${path}:${line}:${column}: nothing is named there`);
    const at = `${path}:${line}:${column}${kind === 'call' ? ' runs' : ''}`;
    actual.push(`${at} ${[...found].sort().join(', ')}`);
    expected.push(`${at} ${wanted.toSorted().join(', ')}`);
  }
  return { actual, expected };
}

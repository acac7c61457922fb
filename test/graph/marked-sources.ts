/**
 * Links small sources as the index does, with the real extractor, module resolver and linker, and compares with marks in them. A mark
 * stands right before a name and is taken out before the text is read: `‹@a›name` gives a declared name the label `a`; `‹a›name` links to
 * `a` and nothing else, `‹a,b›name` to both, `‹-›name` to nothing of the project, `‹?›name` to nothing that is known; `‹a()›name` runs `a`
 * where it is called.
 */
import { Extractor } from '../../src/extract/extract.ts';
import { languageTable } from '../../src/extract/detect-language.ts';
import { startInference } from '../../src/graph/inference.ts';
import { linkSite } from '../../src/graph/links.ts';
import { fileWithFacts, Program } from '../../src/graph/program.ts';
import { ProjectModules } from '../../src/graph/project-modules.ts';
import type { Target } from '../../src/graph/values.ts';
import { languages } from '../../src/languages/registry.ts';
import { entityFields, siteWidth } from '../../src/model/link-facts.ts';
import { assetUrl } from '../../src/util/assets.ts';

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
    for (const match of text.matchAll(/‹(@?)([\w,?-]+)(\(\))?›/g)) {
      line += text.slice(from, match.index);
      from = match.index + match[0].length;
      const kind = match[1] === '@' ? 'label' : match[3] === undefined ? 'use' : 'call';
      marks.push({ path, line: index + 1, column: line.length + 1, kind, labels: match[2]!.split(',') });
    }
    return line + text.slice(from);
  });
  return lines.join('\n');
}

const table = languageTable(languages);
const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));

/** To be called when all tests of a file are done. */
export function closeExtractor(): void {
  extractor.close();
}

/** The program that these sources are. */
export async function programOf(texts: ReadonlyMap<string, string>): Promise<Program> {
  const byId = new Map(languages.map((language) => [language.id, language]));
  const modules = new ProjectModules({ paths: [...texts.keys()], read: (path) => texts.get(path) ?? null }, byId);
  const files = [];
  for (const [path, text] of texts) {
    const language = table.detect(path, text);
    const extraction = language === null ? null : await extractor.extract(language, path, text);
    if (language !== null && extraction?.facts !== undefined && extraction.facts !== null)
      files.push(fileWithFacts(path, language.id, extraction.facts));
  }
  return new Program(files, (from, specifier, required) => modules.resolve(from, specifier, required));
}

const nothing: Readonly<Record<string, string>> = { external: '-', unknown: '?' };

/** What each marked use is linked to and what it should be, one line a use; throws on sources whose marks say nothing. */
export async function linksOf(sources: Sources): Promise<{ actual: string[]; expected: string[] }> {
  const marks: Mark[] = [];
  const program = await programOf(
    new Map(Object.entries(sources).map(([path, text]) => [path, readMarks(path, text, marks)])),
  );
  const i = startInference(program);
  const placeOf = ({ file, entity }: Target): string =>
    `${file.path}:${file.get(entity, entityFields.line)}:${file.get(entity, entityFields.column)}`;
  const labels = new Map<string, string>();
  for (const mark of marks)
    if (mark.kind === 'label') labels.set(`${mark.path}:${mark.line}:${mark.column}`, mark.labels[0]!);
  const known = new Set([...labels.values(), '-', '?']);
  const uses = marks.filter(({ kind }) => kind !== 'label');
  if (uses.length === 0) throw new Error('no use is marked');
  const actual: string[] = [];
  const expected: string[] = [];
  for (const { path, line, column, kind, labels: wanted } of uses) {
    const unknown = wanted.find((label) => !known.has(label));
    if (unknown !== undefined) throw new Error(`nothing has the label ${unknown}`);
    const file = program.file(path);
    if (file === undefined) throw new Error(`${path} has no facts`);
    const { sites } = file.facts;
    const found = new Set<string>();
    let count = 0;
    for (let site = 0; site < file.siteCount; site++) {
      if (sites[site * siteWidth + 2] !== line || sites[site * siteWidth + 3] !== column) continue;
      count++;
      const links = linkSite(i, file, site);
      if (links.unlinked !== null) found.add(nothing[links.unlinked]!);
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

/** Links every site of a program; gives how many there are. */
export function linkAll(program: Program): number {
  const i = startInference(program);
  let count = 0;
  for (const file of program.files) {
    for (let site = 0; site < file.siteCount; site++) linkSite(i, file, site);
    count += file.siteCount;
  }
  return count;
}

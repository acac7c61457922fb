/**
 * Links small sources with the real parser, collector, module resolver and linker, and compares the links with marks in
 * the sources:
 * - `@a@` before a declared name gives it the label `a`.
 * - `<a>` before a used name: it links to `a` and nothing else; `<a,b>`: to both; `<->`: to nothing of the project;
 *   `<?>`: it is unresolved.
 * - `<a()>` before the name in a call: the call runs `a`.
 * Each mark is written as a comment: `/*@a@*\/`, `/*<a>*\/`.
 */
import { dialectNamed } from '../../src/graph/languages/registry.ts';
import { summaryOf, isEcmascript, languageOf } from '../../bench/graph/graph-summary.ts';
import { Program } from '../../src/graph/program/program.ts';
import { fileWithSummary, type Modules } from '../../src/graph/program/program-sources.ts';
import { createModuleResolver } from '../../src/languages/typescript/resolution/module-resolver.ts';
import { compareMarks, type LinkedMarks, type Mark, type Sources } from './marks.ts';

export type { Sources } from './marks.ts';

export function programOf(sources: Sources): Program {
  const paths = Object.keys(sources);
  const resolver = createModuleResolver({ paths, read: (path) => sources[path] ?? null });
  const files = paths
    .filter(isEcmascript)
    .map((path) => fileWithSummary(path, languageOf(path), summaryOf(path, sources[path] ?? '')));
  const modules: Modules = {
    resolve: (from, specifier, required) => resolver.resolve(from.path, specifier, required ? 'require' : 'import'),
  };
  return Program.of(files, modules, dialectNamed);
}

/** The marks of a text, each with the place after it. */
function marksOf(path: string, text: string): Mark[] {
  const marks: Mark[] = [];
  for (const [index, lineText] of text.split('\n').entries()) {
    for (const match of lineText.matchAll(/\/\*(?:@(?<label>\w+)@|<(?<uses>[\w,?-]+)(?<call>\(\))?>)\*\//g)) {
      const { label, uses, call } = match.groups ?? {};
      const column = match.index + match[0].length + 1;
      const place = { path, line: index + 1, column };
      if (label !== undefined) marks.push({ ...place, kind: 'label', labels: [label] });
      else
        marks.push({
          ...place,
          kind: call === undefined ? 'use' : 'call',
          labels: uses!.split(','),
        });
    }
  }
  return marks;
}

/** The actual and the expected links of each marked use. All declarations of one symbol count as the first one. */
export function linksOf(sources: Sources): LinkedMarks {
  const marks = Object.entries(sources).flatMap(([path, text]) => marksOf(path, text));
  return compareMarks(programOf(sources), marks, ({ file, entity }) => ({ file, entity: file.symbol(entity) }));
}

/**
 * Makes programs of small sources in languages with a tree-sitter grammar, with the grammar, collector and module
 * resolver that the index uses.
 */
import { dialectNamed } from '../../src/graph/languages/registry.ts';
import { openSummaryCollector, type CollectSummary, type SummaryOptions } from '../../bench/graph/tree-summary.ts';
import { Program } from '../../src/graph/program/program.ts';
import { fileWithSummary } from '../../src/graph/program/program-sources.ts';
import { ProjectModules } from '../../src/graph/program/project-modules.ts';
import type { Language } from '../../src/languages/language.ts';
import { compareMarks, readMarks, type LinkedMarks, type Sources } from './marks.ts';

export type { Sources } from './marks.ts';

/** Makes the program of texts by path. A text in no language can still be read by the resolver of modules. */
export type ProgramOf = (texts: ReadonlyMap<string, string>) => Program;

/** Loads the grammars once. The language of a file follows from its extension. */
export async function openPrograms(languages: readonly Language[], options: SummaryOptions = {}): Promise<ProgramOf> {
  const collectors = new Map<Language, CollectSummary>();
  for (const language of languages) collectors.set(language, await openSummaryCollector(language));
  const byId = new Map(languages.map((language) => [language.id, language]));
  return (texts) => {
    const modules = new ProjectModules({ paths: [...texts.keys()], read: (path) => texts.get(path) ?? null }, byId);
    const files = [...texts].flatMap(([path, text]) => {
      const language = languages.find(({ extensions }) => extensions.some((ending) => path.endsWith(ending)));
      if (language === undefined) return [];
      return [fileWithSummary(path, language.id, collectors.get(language)!(path, text, options))];
    });
    return Program.of(files, modules, dialectNamed);
  };
}

/** Compares the links of sources with the marks in them. Throws on marks without effect. */
export async function openLinkComparison(
  languages: readonly Language[],
  options: SummaryOptions = {},
): Promise<(sources: Sources) => LinkedMarks> {
  const programOf = await openPrograms(languages, options);
  return (sources) => {
    const { texts, marks } = readMarks(sources);
    return compareMarks(programOf(texts), marks);
  };
}

/** The languages whose links are measured: their files, their collectors and their module resolvers. */
import { basename } from 'node:path';
import { ProjectModules } from '../../src/graph/program/project-modules.ts';
import type { Language, ModuleProject } from '../../src/languages/language.ts';
import { languages } from '../../src/languages/registry.ts';
import type { FileSummary } from '../../src/model/file-summary.ts';
import type { FileMacros } from '../../src/model/macros.ts';
import { summaryOf, isEcmascript, languageOf } from './graph-summary.ts';
import { openSummaryCollector, type SummaryOptions } from './tree-summary.ts';

export interface LinkedLanguage {
  /** The values of `lang` in the evaluation's rows that belong to this language. */
  rows: readonly string[];
  accepts: (path: string) => boolean;
  /** The language's name in a program. */
  nameOf: (path: string) => string;
  /** `everySite`: include the sites of names that only their own function can see. */
  collect: (path: string, text: string, options: SummaryOptions) => FileSummary;
  /** What a file says about macros; absent for a language without them. */
  macrosOf?: (path: string, text: string) => FileMacros;
}

/** `LinkedLanguage.macrosOf` of a language of the registry. */
export function macrosOf({ grammar }: Language): Pick<LinkedLanguage, 'macrosOf'> {
  if (grammar?.macros === undefined) return {};
  return {
    macrosOf: (path, text) => {
      const context = { path, outside: [] };
      return grammar.macros!(text, context, grammar.expand?.(text, context) ?? null);
    },
  };
}

const loaded = await Promise.all(languages.map((language) => language.load()));

/** Every language that has a collector. */
export async function openLanguages(): Promise<readonly LinkedLanguage[]> {
  const linked: LinkedLanguage[] = [
    {
      rows: ['typescript', 'javascript'],
      accepts: isEcmascript,
      nameOf: languageOf,
      collect: summaryOf,
    },
  ];
  for (const language of loaded) {
    if (language.grammar?.summary === undefined) continue;
    const collect = await openSummaryCollector(language);
    const { id, extensions, filenames = [] } = language;
    const accepts = (path: string): boolean =>
      extensions.some((ending) => path.endsWith(ending)) || filenames.includes(basename(path));
    linked.push({ rows: [id], accepts, nameOf: () => id, collect, ...macrosOf(language) });
  }
  return linked;
}

/** Resolves an import by the language of the importing file. */
export function modulesOf(project: ModuleProject): ProjectModules {
  return new ProjectModules(project, new Map(loaded.map((language) => [language.id, language])));
}

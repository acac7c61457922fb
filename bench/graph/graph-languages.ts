/** The languages whose links are measured: which files are theirs, how their facts are collected, and what their imports mean. */
import { ProjectModules } from '../../src/graph/program/project-modules.ts';
import type { ModuleProject } from '../../src/languages/language.ts';
import { languages } from '../../src/languages/registry.ts';
import type { FileSummary } from '../../src/model/file-summary.ts';
import { summaryOf, isEcmascript, languageOf } from './graph-summary.ts';
import { encodedSummary } from './tree-summary.ts';

export interface LinkedLanguage {
  /** Values of the evaluation rows' `lang` that it answers. */
  rows: readonly string[];
  accepts: (path: string) => boolean;
  /** The language's name in a program. */
  nameOf: (path: string) => string;
  /** `everySite`: with the sites that name what only their own function can see. */
  collect: (path: string, text: string, options: { everySite: boolean }) => FileSummary;
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
    const collect = await encodedSummary(language);
    const { id, extensions } = language;
    const accepts = (path: string): boolean => extensions.some((ending) => path.endsWith(ending));
    linked.push({ rows: [id], accepts, nameOf: () => id, collect });
  }
  return linked;
}

/** What an import means by the language of the file in which it stands. */
export function modulesOf(project: ModuleProject): ProjectModules {
  return new ProjectModules(project, new Map(loaded.map((language) => [language.id, language])));
}

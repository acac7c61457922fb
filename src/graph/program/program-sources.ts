/** The input of a program: files, their summaries, and the resolution of module specifiers. */
import type { OpenedModule } from '../../languages/language.ts';
import type { FileSummary } from '../../model/file-summary.ts';
import { linkHeader } from '../../model/link-header.ts';
import type { LanguageRules } from './language-rules.ts';
import { type NamedFile, ProgramNames } from './program-names.ts';

/** Returns the path of the file that a specifier means, or null. `required`: whether the specifier is that of a `require`. */
export type ResolveModule = (
  from: { path: string; language: string },
  specifier: string,
  required: boolean,
) => string | null;

export interface Modules {
  resolve: ResolveModule;
  /** Modules that settings import into a file. Default: none. */
  opened?: (file: { path: string; language: string }) => readonly OpenedModule[];
}

/** The paths of the files that specifiers mean. A `\0` before a specifier marks that of a `require`. */
export function resolveEach(
  resolve: ResolveModule,
  from: { path: string; language: string },
  specifiers: readonly string[],
): (string | null)[] {
  return specifiers.map((marked) => {
    const required = marked.startsWith('\0');
    return resolve(from, required ? marked.slice(1) : marked, required);
  });
}

/** A file with its summary loaded. */
export interface SummaryFile extends NamedFile {
  summary: FileSummary;
}

export function fileWithSummary(path: string, language: string, summary: FileSummary): SummaryFile {
  return { path, language, header: linkHeader(path, summary), summary };
}

export interface ProgramSources {
  /** The rules of a language. */
  rules: (language: string) => LanguageRules;
  files: readonly Pick<NamedFile, 'path' | 'language'>[];
  names: ProgramNames;
  /** Loads the summary of the file at a place. Called at first need, and again after `Program.shrink` dropped the summary. */
  load: (place: number) => FileSummary;
  /** Where all summaries in memory take more bytes, those without derived results are dropped, beginning with the oldest. */
  maxRetained: number;
  /** The paths of the files that specifiers of the file at a place mean (`resolveEach`). */
  resolve: (place: number, specifiers: readonly string[]) => readonly (string | null)[];
  /** Modules that settings import into the file at a place. */
  opened: (place: number) => readonly OpenedModule[];
}

export function sourcesInMemory(
  files: readonly SummaryFile[],
  modules: Modules,
  rules: (language: string) => LanguageRules,
): ProgramSources {
  return {
    rules,
    files,
    names: new ProgramNames(files, (place) => files[place]!.header, rules),
    load: (place) => files[place]!.summary,
    maxRetained: Infinity,
    resolve: (place, specifiers) => resolveEach((...asked) => modules.resolve(...asked), files[place]!, specifiers),
    opened: (place) => modules.opened?.(files[place]!) ?? [],
  };
}

/** What a language decides about the exports of modules: the part of its dialect that `Program` asks (`languages/dialect.ts`). */
import type { GlobalDeclaration } from './global-declarations.ts';
import type { Wanted } from './module-exports.ts';
import type { ProgramFile } from './program-file.ts';
import type { ExportRecord } from './tables/file-tables.ts';
import type { LanguageRules } from './language-rules.ts';
import type { Exported } from './exported.ts';

/** The look-ups of a program that a language may use. */
export interface ProgramModules {
  module(file: ProgramFile, index: number): ProgramFile | null;
  exported(file: ProgramFile, name: string, space: number): Exported | null;
  exporters(unit: ProgramFile, name: string): readonly ProgramFile[];
}

export interface ModuleRules extends LanguageRules {
  /** The members that a module adds under a name to the value that it exports as a whole. */
  addedExport?(wanted: Wanted): Exported | null;
  /** For a name that is a path through inline modules: the star exports of the innermost module that has any, and the rest of the path. */
  openedWithin?(wanted: Wanted): { wanted: Wanted; opened: readonly ExportRecord[] } | null;
  /** Of all global declarations of a name, those that the file `asking` sees. Default: all. */
  globalsSeen?(asking: ProgramFile, declared: readonly GlobalDeclaration[]): readonly GlobalDeclaration[];
  /** Whether `import *` of a module includes a name. Default: yes. */
  givesByStar?(program: ProgramModules, module: ProgramFile, name: string): boolean;
  /** Sorts files (or items of files) so that those in most builds come first. Default: unchanged. */
  inOrder?<T>(items: readonly T[], pathOf: (item: T) => string): readonly T[];
  /** The declaration that represents several equally near ones (Kotlin's `expect`); null for none. */
  expectedOf?<T extends { file: ProgramFile; entities: readonly number[] }>(found: readonly T[]): T | null;
  /** The declaration that a file means, among variants for different builds; null where they are not variants. */
  builtFor?(asking: ProgramFile, found: readonly Exported[]): Exported | null;
  /** Of equally near declarations, those that other parts of the project can see. Default: all. */
  nearestOfParts?(near: readonly Exported[]): Exported[];
}

/** The module rules of a file's dialect. */
export function moduleRulesOf(file: { readonly rules: LanguageRules }): ModuleRules {
  return file.rules;
}

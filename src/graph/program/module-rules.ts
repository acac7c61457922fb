/** What a language decides about the exports of modules: the part of its dialect that `Program` asks (`languages/dialect.ts`). */
import type { Target } from './targets.ts';
import type { Wanted } from './module-exports.ts';
import type { ProgramFile } from './program-file.ts';
import type { ExportRecord } from './tables/file-tables.ts';
import type { LanguageRules } from './language-rules.ts';
import type { Exported } from './exported.ts';

/** The modules of a program, as far as a language asks them. */
export interface ProgramModules {
  module(file: ProgramFile, index: number): ProgramFile | null;
  exported(file: ProgramFile, name: string, space: number): Exported | null;
}

export interface ModuleRules extends LanguageRules {
  /** What a module adds under a name to the one value that it exports as a whole. */
  addedExport?(wanted: Wanted): Exported | null;
  /** For a name that is a path through modules within a file: the modules that the last of them opens, and the rest of the path. */
  openedWithin?(wanted: Wanted): { wanted: Wanted; opened: readonly ExportRecord[] } | null;
  /** Which of the global declarations of a name a file sees. Default: all. */
  globalsSeen?(asking: ProgramFile, targets: readonly Target[]): readonly Target[];
  /** Whether `import *` of a module includes a name. Default: yes. */
  givesByStar?(program: ProgramModules, module: ProgramFile, name: string): boolean;
  /** Files of a unit or of a type, those in most builds first. Default: unchanged. */
  inOrder?<T>(items: readonly T[], pathOf: (item: T) => string): readonly T[];
  /** The one declaration that represents several equally near ones; null where none does. */
  expectedOf?<T extends { file: ProgramFile; entities: readonly number[] }>(found: readonly T[]): T | null;
  /** The declaration that a file means, among declarations that differ only in the build they are for. */
  builtFor?(asking: ProgramFile, found: readonly Exported[]): Exported | null;
  /** Of several equally near declarations, those that other parts of the project see. Default: all. */
  nearestOfParts?(near: readonly Exported[]): Exported[];
}

/** The module rules of a file's dialect. */
export function moduleRulesOf(file: { readonly rules: LanguageRules }): ModuleRules {
  return file.rules;
}

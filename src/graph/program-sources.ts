/** What a program is made of: files, their facts, and what modules mean. */
import type { LinkFacts } from '../model/link-facts.ts';
import { linkHeader } from '../model/link-header.ts';
import type { NamedFile, ProgramNames } from './program-names.ts';

/** The file that a specifier means, or null. `required`: by `require`. */
export type ResolveModule = (
  from: { path: string; language: string },
  specifier: string,
  required: boolean,
) => string | null;

/** A file with its facts at hand. */
export interface FactsFile extends NamedFile {
  facts: LinkFacts;
}

export function fileWithFacts(path: string, language: string, facts: LinkFacts): FactsFile {
  return { path, language, header: linkHeader(path, facts), facts };
}

export interface ProgramSources {
  files: readonly Pick<NamedFile, 'path' | 'language'>[];
  names: ProgramNames;
  /** Asked by place when a file's facts are first needed, and again after `shrink`. */
  load: (place: number) => LinkFacts;
  resolve: ResolveModule;
}

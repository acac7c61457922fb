/** The languages whose links are measured: which files are theirs, how their facts are collected, and what their imports mean. */
import { createJavaResolver } from '../../src/languages/java/resolution/resolver.ts';
import { createPythonResolver } from '../../src/languages/python/resolution/resolver.ts';
import { createModuleResolver } from '../../src/languages/typescript/resolution/module-resolver.ts';
import type { ResolveModule } from '../../src/graph/program.ts';
import type { LinkFacts } from '../../src/model/link-facts.ts';
import { factsOf, indexedFacts, isEcmascript, languageOf } from './graph-facts.ts';
import { isJava, openJavaCollector } from './java-facts.ts';
import { isPython, openPythonCollector } from './python-facts.ts';

interface ProjectFiles {
  paths: readonly string[];
  /** Null when the file cannot be read. */
  read: (path: string) => string | null;
}

export interface LinkedLanguage {
  /** Values of the evaluation rows' `lang` that it answers. */
  rows: readonly string[];
  accepts: (path: string) => boolean;
  /** The language's name in a program. */
  nameOf: (path: string) => string;
  /** `everySite`: with the sites that name what only their own function can see. */
  collect: (path: string, text: string, options: { everySite: boolean }) => LinkFacts;
  resolver: (project: ProjectFiles) => ResolveModule;
}

/** One entry a language: a new collector is measured as soon as it stands here. */
export async function openLanguages(): Promise<readonly LinkedLanguage[]> {
  const python = await openPythonCollector();
  const java = await openJavaCollector();
  return [
    {
      rows: ['typescript', 'javascript'],
      accepts: isEcmascript,
      nameOf: languageOf,
      collect: (path, text, { everySite }) => (everySite ? indexedFacts(path, text) : factsOf(path, text)),
      resolver: (project) => {
        const modules = createModuleResolver(project);
        return ({ path }, specifier, required) => modules.resolve(path, specifier, required ? 'require' : 'import');
      },
    },
    {
      rows: ['java'],
      accepts: isJava,
      nameOf: () => 'java',
      collect: (path, text, options) => java(text, { path, ...options }),
      resolver: () => {
        const modules = createJavaResolver();
        return ({ path }, specifier, required) => modules.resolve(path, specifier, required);
      },
    },
    {
      rows: ['python'],
      accepts: isPython,
      nameOf: () => 'python',
      collect: (_, text, options) => python(text, options),
      resolver: (project) => {
        const modules = createPythonResolver(project);
        return ({ path }, specifier) => modules.resolve(path, specifier);
      },
    },
  ];
}

/** What an import means by the language of the file in which it stands. */
export function resolveBy(languages: readonly LinkedLanguage[], project: ProjectFiles): ResolveModule {
  const resolvers = languages.map((language) => ({ language, resolve: language.resolver(project) }));
  return (from, specifier, required) =>
    resolvers.find(({ language }) => language.accepts(from.path))?.resolve(from, specifier, required) ?? null;
}

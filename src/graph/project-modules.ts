/** Module resolution of a whole project: one resolver for each family of languages, made when it is first asked. */
import type { Language, ModuleProject, ModuleResolver } from '../languages/language.ts';
import { resolveEach } from './program-sources.ts';

export class ProjectModules {
  readonly #project: ModuleProject;
  readonly #languages: ReadonlyMap<string, Language>;
  readonly #resolvers = new Map<(project: ModuleProject) => ModuleResolver, ModuleResolver>();

  constructor(project: ModuleProject, languages: ReadonlyMap<string, Language>) {
    this.#project = project;
    this.#languages = languages;
  }

  resolve(from: { path: string; language: string }, specifier: string, required: boolean): string | null {
    const make = this.#languages.get(from.language)?.modules;
    if (make === undefined) return null;
    let resolver = this.#resolvers.get(make);
    if (resolver === undefined) this.#resolvers.set(make, (resolver = make(this.#project)));
    return resolver.resolve(from.path, specifier, required);
  }

  /** The files whose content answers depended on so far. */
  get configPaths(): string[] {
    return [...new Set([...this.#resolvers.values()].flatMap((resolver) => resolver.configPaths))].sort();
  }

  /** The files that a file's modules mean. */
  resolveAll(from: { path: string; language: string }, modules: readonly string[]): (string | null)[] {
    return resolveEach((...asked) => this.resolve(...asked), from, modules);
  }
}

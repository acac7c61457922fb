/** Module resolution of a whole project. Languages that resolve alike share a resolver, which is made at first use. */
import type { Language, ModuleProject, ModuleResolver, OpenedModule } from '../../languages/language.ts';
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
    return this.#resolverOf(from.language)?.resolve(from.path, specifier, required) ?? null;
  }

  /** Modules that settings import into a file. */
  opened(from: { path: string; language: string }): readonly OpenedModule[] {
    return this.#resolverOf(from.language)?.opened?.(from.path) ?? [];
  }

  #resolverOf(language: string): ModuleResolver | undefined {
    const make = this.#languages.get(language)?.modules;
    if (make === undefined) return undefined;
    let resolver = this.#resolvers.get(make);
    if (resolver === undefined) this.#resolvers.set(make, (resolver = make(this.#project)));
    return resolver;
  }

  /** Paths of the settings files on whose content the answers so far depend. */
  get configPaths(): string[] {
    return [...new Set([...this.#resolvers.values()].flatMap((resolver) => resolver.configPaths))].sort();
  }

  /** The paths of the files that a file's module specifiers mean. */
  resolveAll(from: { path: string; language: string }, modules: readonly string[]): (string | null)[] {
    return resolveEach((...asked) => this.resolve(...asked), from, modules);
  }
}

/** The modules that the files of a repository import from outside of it, as the index stores them. */
import type { Ecosystem } from '../../languages/ecosystem.ts';
import type { Language } from '../../languages/language.ts';
import type { Store } from '../../store/store.ts';
import { QuestionTurns } from '../../util/turns/question.ts';

/** A module that files import which the repository does not have. */
export interface ImportedModule {
  /** As code writes it (`flask.cli`, `@scope/name/sub`, `com.google.gson.Gson`). */
  module: string;
  /** The names that are taken from it; `*` for the module as a whole. */
  names: ReadonlySet<string>;
  /** Places of the files that import it, ascending. */
  places: readonly number[];
}

export interface Imports {
  modules: ReadonlyMap<Ecosystem, readonly ImportedModule[]>;
  /** The names under which files import or re-export what has another name, by that name. */
  aliases: ReadonlyMap<string, ReadonlySet<string>>;
}

const filesAtOnce = 64;

interface Module {
  names: Set<string>;
  places: number[];
}

export async function importsOf(
  store: Pick<Store, 'imports'>,
  files: readonly { fileId: number; language: string }[],
  languages: ReadonlyMap<string, Language>,
): Promise<Imports> {
  const found = new Map<Ecosystem, Map<string, Module>>();
  const aliases = new Map<string, Set<string>>();
  const turns = new QuestionTurns();
  for (let from = 0; from < files.length; from += filesAtOnce) {
    const turn = turns.take();
    if (turn !== null) await turn;
    const batch = files.slice(from, from + filesAtOnce);
    const imports = await store.imports(batch.map(({ fileId }) => fileId));
    for (const [at, { fileId, language }] of batch.entries()) {
      const ecosystem = languages.get(language)?.packages;
      if (ecosystem === undefined) continue;
      const modules = entryOf(found, ecosystem, () => new Map<string, Module>());
      for (const { module, type, names } of imports.get(fileId) ?? []) {
        for (const { name, alias } of names)
          if (alias !== null) entryOf(aliases, name, () => new Set<string>()).add(alias);
        if (type !== 'external') continue;
        const one = entryOf(modules, module, (): Module => ({ names: new Set(), places: [] }));
        for (const { name } of names) one.names.add(name);
        if (names.length === 0) one.names.add('*');
        if (one.places.at(-1) !== from + at) one.places.push(from + at);
      }
    }
  }
  const modules = [...found].map(
    ([ecosystem, byName]) =>
      [ecosystem, [...byName].map(([module, one]): ImportedModule => ({ module, ...one }))] as const,
  );
  return { modules: new Map(modules), aliases };
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Indexes several small repositories, and asks how they use each other's packages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { AcrossRepositories, type AcrossPlace, type RepositorySymbol } from '../../src/graph/across/across.ts';
import type { RepositorySource } from '../../src/graph/across/repository.ts';
import { symbolsOfFile } from '../../src/graph/queries/index/file-symbols.ts';
import { languages } from '../../src/languages/registry.ts';
import { qualifiedName } from '../../src/model/link.ts';
import { openStore } from '../../src/store/registry.ts';
import { viewOf, type IndexView } from '../../src/store/store.ts';
import { indexedInTest } from './real-index.ts';

type IndexedSource = RepositorySource & { view: IndexView };

export type RepositoryFiles = Readonly<Record<string, string>>;

export interface Organisation {
  across: AcrossRepositories;
  /** The symbols with a name (`Type.member` or the end of it) in a repository. */
  symbols: (repository: string, name: string) => Promise<RepositorySymbol[]>;
  /** The places that lead to the symbols of a name, as `repository path:line kind`, sorted. Imports are left out. */
  callers: (repository: string, name: string) => Promise<string[]>;
  /** Where the places of a file lead, as `line kind > repository path#name`, sorted. Imports are left out. */
  callees: (repository: string, path: string) => Promise<string[]>;
  places: (repository: string, name: string) => Promise<readonly AcrossPlace[]>;
}

/** Call it in a test. @param repositories files by repository */
export async function organisationOf(repositories: Readonly<Record<string, RepositoryFiles>>): Promise<Organisation> {
  const sources: IndexedSource[] = [];
  for (const [name, files] of Object.entries(repositories)) sources.push(await indexedRepository(name, files));
  const across = new AcrossRepositories(languages);
  across.use(sources);
  const sourceOf = (name: string): IndexedSource => sources.find((one) => one.name === name)!;
  const pathOf = async (name: string, file: number): Promise<string> =>
    (await sourceOf(name).view.store.linkPlaces()).find(({ id }) => id === file)!.path;
  const outline = async (name: string, file: number): Promise<ReturnType<typeof symbolsOfFile>> => {
    const { store } = sourceOf(name).view;
    const { path, fileId } = (await store.linkPlaces()).find(({ id }) => id === file)!;
    return symbolsOfFile(path, (await store.outlines([fileId])).get(fileId) ?? []);
  };
  const symbols = async (repository: string, name: string): Promise<RepositorySymbol[]> => {
    const { store } = sourceOf(repository).view;
    const ids = new Map((await store.linkPlaces()).map(({ id, fileId }) => [fileId, id]));
    const last = /[^.]+$/.exec(name)![0];
    const found = (await store.definitionsNamed([last])).get(last) ?? [];
    const wanted = found.filter(({ definition }) => `.${qualifiedName(definition)}`.endsWith(`.${name}`));
    return Promise.all(
      wanted.map(async ({ fileId, index }) => {
        const file = ids.get(fileId)!;
        return { repository, file, key: (await outline(repository, file)).keys[index]! };
      }),
    );
  };
  const places = async (repository: string, name: string): Promise<readonly AcrossPlace[]> =>
    (await across.into(await symbols(repository, name))).places.filter(({ link }) => link.kind !== 'import');
  return {
    across,
    symbols,
    places,
    async callers(repository, name) {
      const found = await places(repository, name);
      const texts = found.map(
        async (one) => `${one.repository} ${await pathOf(one.repository, one.file)}:${one.link.line} ${one.link.kind}`,
      );
      return [...new Set(await Promise.all(texts))].sort();
    },
    async callees(repository, path) {
      const { id } = (await sourceOf(repository).view.store.linkPlaces()).find((one) => one.path === path)!;
      const found = await across.outOf(repository, [id]);
      const texts = found.flatMap(({ link, to }) =>
        link.kind === 'import'
          ? []
          : [
              outline(to.repository, to.file).then((file) => {
                const definition = file.main(to.key);
                const name = definition === undefined ? '' : `#${qualifiedName(definition)}`;
                return `${link.line} ${link.kind} > ${to.repository} ${file.path}${name}`;
              }),
            ],
      );
      return [...new Set(await Promise.all(texts))].sort();
    },
  };
}

async function indexedRepository(name: string, files: RepositoryFiles): Promise<IndexedSource> {
  const { root } = await indexedInTest(files);
  const store = await openStore({ file: join(root, '.code-scout', 'database.db') });
  onTestFinished(() => store.close());
  const read = (path: string): string | null => (path in files ? readFileSync(join(root, path), 'utf8') : null);
  return { name, view: await viewOf(store), read };
}

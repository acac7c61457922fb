/** The links of several indexes as one, for reading. No link leads from one part into another. */
import type {
  InterfaceChange,
  LinkBlob,
  LinkedFile,
  LinkPlace,
  LinkStore,
  PreciseFile,
  PreciseLinks,
  UnresolvedPlace,
  UnresolvedSites,
} from '../link-store.ts';
import type { Store } from '../store.ts';
import { readOnly } from './read-only.ts';
import type { PlacedPart, UnionParts } from './union-parts.ts';

/** The path of a unit begins with this, and is no file's. */
const unitMark = '//';

export class UnionLinks implements LinkStore {
  protected readonly parts: UnionParts;

  constructor(parts: UnionParts) {
    this.parts = parts;
  }

  get isLocal(): boolean {
    return this.parts.present.every(({ store }) => store.isLocal);
  }

  /** The repository of a linked file, and the file's id in its index; null for a number that is no file's any more. */
  ownLink(number: number): { repository: string; id: number } | null {
    const [group] = this.parts.byId([number], this.parts.linkIds);
    return group === undefined ? null : { repository: group.part.name, id: group.own[0]! };
  }

  /** The number of a linked file of a repository; null where the repository is not there. */
  linkOf(repository: string, id: number): number | null {
    const part = this.parts.present.find(({ name }) => name === repository);
    return part === undefined ? null : this.linkNumber(part, id);
  }

  async summaries(fileIds: readonly number[]): Promise<Map<number, Uint8Array>> {
    return this.byFile(fileIds, (store, own) => store.summaries(own));
  }

  summaryNow(fileId: number): Uint8Array | null {
    const [group] = this.parts.byId([fileId], this.parts.fileIds);
    return group === undefined ? null : group.part.store.summaryNow(group.own[0]!);
  }

  async linkedFiles(): Promise<LinkedFile[]> {
    const files = await this.ofAll(
      ({ store }) => store.linkedFiles(),
      (part, file): LinkedFile => ({
        ...file,
        ...this.#place(part, file),
        resolution: resolutionIn(part, file.resolution),
        reads: file.reads.map((id) => this.linkNumber(part, id)),
      }),
    );
    return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  async linkPlaces(): Promise<LinkPlace[]> {
    return this.ofAll(
      ({ store }) => store.linkPlaces(),
      (part, place) => this.#place(part, place),
    );
  }

  #place(part: PlacedPart, { id, path, fileId }: LinkPlace): LinkPlace {
    return {
      id: this.linkNumber(part, id),
      path: path.startsWith(unitMark) ? unitMark + part.prefix + path.slice(unitMark.length) : part.prefix + path,
      fileId: fileId === 0 ? 0 : this.fileNumber(part, fileId),
    };
  }

  async linkIds(): Promise<Map<string, number>> {
    throw readOnly();
  }

  async resolutions(paths: readonly string[]): Promise<Map<string, string>> {
    return this.byPath(paths, async (store, own, part) => {
      const found = await store.resolutions(own);
      return new Map(found.entries().map(([path, resolution]) => [path, resolutionIn(part, resolution)]));
    });
  }

  async interfaces(paths: readonly string[]): Promise<Pick<LinkedFile, 'path' | 'language' | 'interface'>[]> {
    const all: Pick<LinkedFile, 'path' | 'language' | 'interface'>[] = [];
    for (const { part, own } of this.parts.byPath(paths))
      for (const one of await part.store.interfaces(own)) all.push({ ...one, path: part.prefix + one.path });
    return all;
  }

  async writeInterfaces(_: readonly InterfaceChange[]): Promise<void> {
    throw readOnly();
  }

  async writeLinks(): Promise<void> {
    throw readOnly();
  }

  async writePreciseLinks(): Promise<void> {
    throw readOnly();
  }

  async linksInto(ids: readonly number[]): Promise<LinkBlob[]> {
    const blobs = await this.#blobs(ids, (store, own) => store.linksInto(own));
    return blobs.sort((a, b) => a.to - b.to || a.from - b.from);
  }

  async linksFrom(ids: readonly number[]): Promise<LinkBlob[]> {
    const blobs = await this.#blobs(ids, (store, own) => store.linksFrom(own));
    return blobs.sort((a, b) => a.from - b.from || a.to - b.to);
  }

  async overridesFrom(ids: readonly number[]): Promise<LinkBlob[]> {
    const blobs = await this.#blobs(ids, (store, own) => store.overridesFrom(own));
    return blobs.sort((a, b) => a.from - b.from || a.to - b.to);
  }

  async #blobs(
    ids: readonly number[],
    ask: (store: Store, own: readonly number[]) => Promise<LinkBlob[]>,
  ): Promise<LinkBlob[]> {
    const all: LinkBlob[] = [];
    for (const { part, own } of this.parts.byId(ids, this.parts.linkIds))
      for (const { to, from, data } of await ask(part.store, own))
        all.push({ to: this.linkNumber(part, to), from: this.linkNumber(part, from), data });
    return all;
  }

  async linkDegrees(paths: readonly string[]): Promise<Map<string, number>> {
    return this.byPath(paths, (store, own) => store.linkDegrees(own));
  }

  async unresolvedNames(names: readonly string[]): Promise<string[]> {
    const found = new Set<string>();
    for (const { store } of this.parts.present) for (const name of await store.unresolvedNames(names)) found.add(name);
    return names.filter((name) => found.has(name));
  }

  async unresolvedSites(names: readonly string[], file?: number): Promise<UnresolvedSites[]> {
    if (file !== undefined) {
      const [group] = this.parts.byId([file], this.parts.linkIds);
      if (group === undefined) return [];
      const found = await group.part.store.unresolvedSites(names, group.own[0]);
      return found.map((one) => ({ ...one, file }));
    }
    const byName = new Map<string, UnresolvedSites[]>(names.map((name) => [name, []]));
    for (const part of this.parts.present)
      for (const one of await part.store.unresolvedSites(names))
        byName.get(one.name)?.push({ ...one, file: this.linkNumber(part, one.file) });
    return [...byName.values()].flatMap((sites) => sites.sort((a, b) => a.file - b.file));
  }

  async unresolvedPlaces(ids: readonly number[]): Promise<Map<number, UnresolvedPlace[]>> {
    const found = new Map<number, UnresolvedPlace[]>();
    for (const { part, own } of this.parts.byId(ids, this.parts.linkIds))
      for (const [id, places] of await part.store.unresolvedPlaces(own)) found.set(this.linkNumber(part, id), places);
    return found;
  }

  async preciseFiles(): Promise<PreciseFile[]> {
    return this.ofAll(
      ({ store }) => store.preciseFiles(),
      ({ prefix }, file) => ({ ...file, path: prefix + file.path }),
    );
  }

  async preciseLinks(paths: readonly string[]): Promise<PreciseLinks[]> {
    const byPath = new Map<string, PreciseLinks[]>();
    for (const { part, own } of this.parts.byPath(paths))
      for (const one of await part.store.preciseLinks(own)) {
        const path = part.prefix + one.path;
        byPath.set(path, [...(byPath.get(path) ?? []), { ...one, path }]);
      }
    return paths.flatMap((path) => byPath.get(path) ?? []);
  }

  protected fileNumber({ slot }: PlacedPart, id: number): number {
    return this.parts.fileIds.numberOf(slot, id);
  }

  protected linkNumber({ slot }: PlacedPart, id: number): number {
    return this.parts.linkIds.numberOf(slot, id);
  }

  /** What all parts answer, in the order of the parts. */
  protected async ofAll<T, U>(
    ask: (part: PlacedPart) => Promise<readonly T[]>,
    moved: (part: PlacedPart, one: T) => U,
  ): Promise<U[]> {
    const parts = this.parts.present;
    const all = await Promise.all(parts.map(ask));
    return parts.flatMap((part, at) => all[at]!.map((one) => moved(part, one)));
  }

  /** Values by file id, in the order of the ids. */
  protected async byFile<T>(
    fileIds: readonly number[],
    ask: (store: Store, own: readonly number[]) => Promise<Map<number, T>>,
  ): Promise<Map<number, T>> {
    const groups = this.parts.byId(fileIds, this.parts.fileIds);
    const found = new Map<number, T>();
    for (const { part, own } of groups)
      for (const [id, value] of await ask(part.store, own)) found.set(this.fileNumber(part, id), value);
    if (groups.length < 2) return found;
    const ordered = new Map<number, T>();
    for (const id of fileIds) if (found.has(id)) ordered.set(id, found.get(id)!);
    return ordered;
  }

  /** Values by path, in the order of the paths. */
  protected async byPath<T>(
    paths: readonly string[],
    ask: (store: Store, own: readonly string[], part: PlacedPart) => Promise<Map<string, T>>,
  ): Promise<Map<string, T>> {
    const found = new Map<string, T>();
    for (const { part, own } of this.parts.byPath(paths))
      for (const [path, value] of await ask(part.store, own, part)) found.set(part.prefix + path, value);
    const ordered = new Map<string, T>();
    for (const path of paths) if (found.has(path)) ordered.set(path, found.get(path)!);
    return ordered;
  }
}

/** The paths that a file's modules lead to, a line each; an empty line for a module outside. */
function resolutionIn({ prefix }: PlacedPart, resolution: string): string {
  return resolution.replaceAll(/^(?=.)/gm, () => prefix);
}

/**
 * The state of a project between runs of the linker: its files, compared with the rows of linked files; the names that files declare; and which files
 * depend on which.
 * A thread caches this state from run to run, so that the cost of an edit does not depend on the size of the project.
 * The files of code are linked: by their summaries where the language has a collector, else by name alone, from their references.
 * Invariants: files are in the order of their paths; between two runs the state equals that of the index.
 */
import type { LanguageRules } from '../program/language-rules.ts';
import type { LanguageTraits } from '../../languages/language.ts';
import { unitPath } from '../../model/file-summary.ts';
import type { LinkHeader } from '../../model/link-header.ts';
import type { LinkedFile } from '../../store/link-store.ts';
import type { DocumentTable, Store } from '../../store/store.ts';
import { lowerBound } from '../../util/lower-bound.ts';
import { readersOf, type Readers } from './dependents.ts';
import { Digest } from '../../util/bytes/running-digest.ts';
import { ProgramNames } from '../program/program-names.ts';

export const noHeader: LinkHeader = { unit: '', globals: [], extensions: [] };

/** A row of a file or unit of which no run has stored more than the id. */
export function emptyRow({ id, path }: Pick<LinkedFile, 'id' | 'path'>): LinkedFile {
  return { id, path, fileId: 0, language: '', header: noHeader, interface: '', resolution: '', reads: [] };
}

export interface LinkFile {
  readonly path: string;
  readonly language: string;
  /** `FileRecord.id` */
  readonly fileId: number;
  /** The row that the last run wrote; null for a new file. */
  readonly row: LinkedFile | null;
}

type Languages = ReadonlyMap<string, Pick<LanguageTraits, 'nature'>>;

export class LinkedProject {
  readonly #files: { -readonly [Key in keyof LinkFile]: LinkFile[Key] }[] = [];
  /** Rows of units, by path. */
  readonly #units: Map<string, LinkedFile>;
  #documents: DocumentTable;
  /** The places of files by their index in `#documents`; -1 for a file that is not linked. */
  readonly #placeOfRow: Int32Array;
  /** A digest of the paths of data files: a new data file may be a configuration that no resolver has asked for. */
  readonly dataFiles: string;
  #changed: number[];
  #removed: LinkedFile[];
  /** Rows of units that no file is in any more. */
  #removedUnits: LinkedFile[] = [];
  #names: ProgramNames | null = null;
  #ids: number[] = [];
  #placeOfId = new Map<number, number>();
  #readers: Map<number, number[]> | null = null;

  /** @param linked the rows of files and units by path */
  constructor(documents: DocumentTable, linked: ReadonlyMap<string, LinkedFile>, languages: Languages) {
    this.#documents = documents;
    this.#placeOfRow = new Int32Array(documents.count).fill(-1);
    this.#units = new Map([...linked].filter(([path]) => path.startsWith('//')));
    const removed = new Map(linked);
    const digest = new Digest();
    for (let at = 0; at < documents.count; at++) {
      const [path, language] = [documents.paths[at]!, documents.languages[at]!];
      const nature = languages.get(language)?.nature;
      if (nature === 'data') digest.text(path);
      if (nature !== 'code') continue;
      this.#placeOfRow[at] = this.#files.length;
      this.#files.push({ path, language, fileId: documents.ids[at]!, row: linked.get(path) ?? null });
      removed.delete(path);
    }
    this.dataFiles = digest.toString();
    this.#changed = this.#files.flatMap(({ row, fileId }, place) => (row?.fileId === fileId ? [] : [place]));
    this.#removed = [...removed.values()].filter(({ path }) => !this.#units.has(path));
  }

  /**
   * Updates the state with the files that were written since the last run. False where files were added, removed or got another language: then a new
   * `LinkedProject` is needed.
   */
  advance(documents: DocumentTable): boolean {
    const before = this.#documents;
    if (documents.count !== before.count) return false;
    const changed: number[] = [];
    for (let at = 0; at < documents.count; at++) {
      if (documents.ids[at] === before.ids[at]) continue;
      if (documents.paths[at] !== before.paths[at] || documents.languages[at] !== before.languages[at]) return false;
      const place = this.#placeOfRow[at]!;
      if (place === -1) continue;
      this.#files[place]!.fileId = documents.ids[at]!;
      changed.push(place);
    }
    this.#documents = documents;
    this.#changed = changed;
    return true;
  }

  /** All files that can have links. */
  get files(): readonly LinkFile[] {
    return this.#files;
  }

  /** Places of files whose content differs from that from which their links were made, ascending. */
  get changed(): readonly number[] {
    return this.#changed;
  }

  /** Rows of removed files. */
  get removed(): readonly LinkedFile[] {
    return this.#removed;
  }

  /** Rows of units that no file is in any more. They are known once the project is open. */
  get removedUnits(): readonly LinkedFile[] {
    return this.#removedUnits;
  }

  /** Whether files were added or removed since the last run. */
  get pathsChanged(): boolean {
    return this.#removed.length > 0 || this.#changed.some((place) => this.#files[place]!.row === null);
  }

  /** All rows by path. */
  rows(): Map<string, LinkedFile> {
    const rows = this.#files.flatMap(({ row }) => (row === null ? [] : [row]));
    return new Map([...rows, ...this.#units.values()].map((row) => [row.path, row]));
  }

  unit(path: string): LinkedFile | undefined {
    return this.#units.get(path);
  }

  /** The place of a file; -1 for a file that is not linked. */
  placeOf(path: string): number {
    const row = lowerBound(this.#documents.paths, path);
    return this.#documents.paths[row] === path ? this.#placeOfRow[row]! : -1;
  }

  /** The place of a file or unit by its id; those of units come after those of files. */
  placeOfId(id: number): number | undefined {
    return this.#placeOfId.get(id);
  }

  idOf(place: number): number {
    return this.#ids[place]!;
  }

  get names(): ProgramNames {
    if (this.#names === null) throw new Error('the project was not opened');
    return this.#names;
  }

  /**
   * Updates the names with the headers of the changed files, and gives every file and unit its id.
   * @param rulesOf returns the rules of a language. It is a parameter, so that a run with nothing to link loads no dialects.
   * @returns the new ids of units by path
   */
  async open(
    store: Store,
    headerOf: (place: number) => LinkHeader,
    rulesOf: (language: string) => LanguageRules,
  ): Promise<ReadonlyMap<string, number>> {
    const previous = this.#names;
    const isUpdated = this.#changed.every(
      (place) => previous?.replace(place, this.#files[place]!.row?.header ?? noHeader, headerOf(place)) === true,
    );
    // Where no file changed its unit, the names of the last run were updated in place, and all ids stay.
    if (previous !== null && isUpdated) return new Map();
    this.#readers = null;
    const names = (this.#names = new ProgramNames(this.#files, headerOf, rulesOf));
    const unitPaths = names.units.map(({ path }) => path);
    const present = new Set(unitPaths);
    this.#removedUnits = [...this.#units.values()].filter(({ path }) => !present.has(path));
    const paths = [...this.#files.map(({ path }) => path), ...unitPaths];
    const ids = paths.map((path, place) => (this.#files[place]?.row ?? this.#units.get(path))?.id);
    const newIds = await store.linkIds(paths.filter((_, place) => ids[place] === undefined));
    this.#ids = ids.map((id, place) => id ?? newIds.get(paths[place]!)!);
    this.#placeOfId = new Map(this.#ids.map((id, place) => [id, place]));
    return new Map([...newIds].filter(([path]) => path.startsWith('//')));
  }

  /** By id of a file or unit: the ids of those that depended on it in the last run. */
  get readers(): Readers {
    return (this.#readers ??= readersOf(this.#reads()));
  }

  *#reads(): Iterable<readonly [number, readonly number[]]> {
    const members = new Map<string, number[]>();
    for (const { row } of this.#files) {
      if (row === null) continue;
      yield [row.id, row.reads];
      const { unit } = row.header;
      if (unit === '') continue;
      const ofUnit = members.get(unit);
      if (ofUnit === undefined) members.set(unit, [row.id]);
      else ofUnit.push(row.id);
    }
    for (const [unit, ids] of members) {
      const row = this.#units.get(unitPath(unit));
      if (row !== undefined) yield [row.id, ids];
    }
  }

  /** Updates the state with the rows that a run has written. After that, no file counts as changed or removed. */
  takeWritten(written: Iterable<LinkedFile>): void {
    for (const row of written) {
      const place = this.#placeOfId.get(row.id);
      const file = place === undefined ? undefined : this.#files[place];
      // A unit depends on its files, so a file that changes its unit changes the readers of more than its row says.
      if (file?.row?.header.unit !== row.header.unit) this.#readers = null;
      if (file === undefined) this.#units.set(row.path, row);
      else {
        this.#updateReaders(row.id, file.row?.reads ?? [], row.reads);
        file.row = row;
      }
    }
    for (const { path } of this.#removedUnits) this.#units.delete(path);
    this.#changed = [];
    this.#removed = [];
    this.#removedUnits = [];
  }

  #updateReaders(id: number, before: readonly number[], now: readonly number[]): void {
    const readers = this.#readers;
    if (readers === null || (before.length === now.length && before.every((read, at) => read === now[at]))) return;
    const [old, fresh] = [new Set(before), new Set(now)];
    for (const read of old.difference(fresh))
      readers.set(
        read,
        (readers.get(read) ?? []).filter((reader) => reader !== id),
      );
    for (const read of fresh.difference(old)) readers.set(read, [...(readers.get(read) ?? []), id]);
  }
}

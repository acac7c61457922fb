/**
 * Looks for the names of unused symbols in the texts of the project: a use that the linker did not see still has the name.
 * A place of a name is explained if it is the declaration of some symbol, part of the unused symbol itself, a comment, or a link to another symbol.
 * Of a member only the first three count: a place that names the member of one type may receive a value of another.
 */
import { fileTraits } from '../../model/file.ts';
import type { LeftOffReason } from '../../model/graph.ts';
import { unpackLinks } from '../../store/packed/packed-links.ts';
import type { FileSymbols } from './index/file-symbols.ts';
import type { LinkIndex } from './index/link-index.ts';
import { isInComment, isInString } from './line-places.ts';
import type { UnusedCandidate } from './left-off.ts';
import { questionRulesOf } from '../languages/question-rules.ts';

/** Texts are read up to this size altogether (characters), which takes about a second. */
const maxText = 100_000_000;
/** Files with one of these traits are not read. A mention in documentation is no use. */
const unreadTraits = fileTraits.minified | fileTraits.documentation;
/** The number of files whose links are read at once. */
const filesAtOnce = 256;

/** A place at which a text has a name. */
interface NamePlace {
  name: string;
  /** 1-based; the column in UTF-16 units. */
  line: number;
  column: number;
  /** Where the line begins in the text. */
  lineStart: number;
}

interface FilePlaces {
  path: string;
  /** Id of the linked file; undefined for a file without links. */
  file: number | undefined;
  text: string;
  places: NamePlace[];
}

/** Why candidates may be used in spite of all links; those without an entry have no such reason. */
export async function explainNames(
  index: LinkIndex,
  candidates: readonly UnusedCandidate[],
  readText: (path: string) => string | null,
): Promise<Map<UnusedCandidate, LeftOffReason>> {
  const reasons = new Map<UnusedCandidate, LeftOffReason>();
  const byName = Map.groupBy(candidates, ({ definition }) => plain(definition.name));
  if (byName.size === 0) return reasons;
  const documents = await index.store.documents();
  let left = maxText;
  let batch: FilePlaces[] = [];
  const isOpen = (name: string): boolean => byName.get(name)?.some((one) => !reasons.has(one)) === true;
  const names = new NameSet(byName.keys());
  for (let row = 0; row < documents.count && left > 0; row++) {
    if ((documents.traits[row]! & unreadTraits) !== 0) continue;
    const path = documents.paths[row]!;
    const text = readText(path);
    if (text === null) continue;
    left -= text.length;
    const places = placesIn(text, names).filter(({ name }) => isOpen(name));
    if (places.length > 0) batch.push({ path, file: index.idOf(path), text, places });
    if (batch.length < filesAtOnce) continue;
    await explainBatch(index, batch, byName, reasons);
    batch = [];
  }
  await explainBatch(index, batch, byName, reasons);
  if (left <= 0) for (const one of candidates) if (!reasons.has(one)) reasons.set(one, 'unchecked');
  return reasons;
}

/** A name without the marks of its language (`#name`, `@name`, `name?`). */
function plain(name: string): string {
  return name.replace(/^[#@$]+/, '').replace(/[?!=]$/, '');
}

/** Names, with a quick test that a text's other words fail. */
class NameSet {
  readonly #names: ReadonlySet<string>;
  /** By hash: whether a name may have it. */
  readonly #hashes = new Uint8Array(1 << 16);

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
    for (const name of this.#names) {
      let hash = 0;
      for (let at = 0; at < name.length; at++) hash = nextHash(hash, name.charCodeAt(at));
      this.#hashes[hash & 0xffff] = 1;
    }
  }

  mayHave(hash: number): boolean {
    return this.#hashes[hash & 0xffff] === 1;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }
}

function nextHash(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + unit) | 0;
}

/** By code unit below 128: whether it is part of a name. `$` is not: before a name it may mark a variable in a text. */
const partOfName = Uint8Array.from({ length: 128 }, (_, unit) => (/\w/.test(String.fromCharCode(unit)) ? 1 : 0));

/** The places of some names in a text, as whole words. */
function placesIn(text: string, names: NameSet): NamePlace[] {
  const found: NamePlace[] = [];
  const { length } = text;
  let [line, lineStart, start, hash] = [1, 0, 0, 0];
  for (let at = 0; at <= length; at++) {
    const unit = at === length ? 10 : text.charCodeAt(at);
    if (unit > 127 || partOfName[unit] === 1) {
      hash = nextHash(hash, unit);
      continue;
    }
    if (at > start && names.mayHave(hash)) {
      const name = text.slice(start, at);
      if (names.has(name)) found.push({ name, line, column: start - lineStart + 1, lineStart });
    }
    start = at + 1;
    hash = 0;
    if (unit !== 10) continue;
    line++;
    lineStart = at + 1;
  }
  return found;
}

async function explainBatch(
  index: LinkIndex,
  batch: readonly FilePlaces[],
  byName: ReadonlyMap<string, readonly UnusedCandidate[]>,
  reasons: Map<UnusedCandidate, LeftOffReason>,
): Promise<void> {
  const files = batch.flatMap(({ file }) => file ?? []);
  const symbols = await index.symbolsOf(files);
  const links = await linkPlaces(index, files);
  for (const one of batch) {
    const known = one.file === undefined ? undefined : symbols.get(one.file);
    const declared = new Set(known?.definitions.map(({ line, column }) => placeKey(line, column)));
    const linked = links.get(one.file ?? -1);
    for (const place of one.places) {
      const at = placeKey(place.line, place.column);
      // The column of a name with a mark (`#name`, `$name`) is that of the mark.
      if (declared.has(at) || declared.has(at - 1)) continue;
      for (const candidate of byName.get(place.name)!) {
        if (reasons.has(candidate)) continue;
        const reason = reasonAt(index, candidate, one, { place, isLinked: linked?.has(at) === true, known });
        if (reason !== null) reasons.set(candidate, reason);
      }
    }
  }
}

const placeKey = (line: number, column: number): number => line * 65_536 + Math.min(column, 65_535);

/** The places at which files have links. */
async function linkPlaces(index: LinkIndex, files: readonly number[]): Promise<Map<number, Set<number>>> {
  const found = new Map<number, Set<number>>(files.map((file) => [file, new Set()]));
  for (const { from, data } of await index.store.linksFrom(files)) {
    const places = found.get(from)!;
    for (const { line, column } of unpackLinks(data)) places.add(placeKey(line, column));
  }
  return found;
}

interface PlaceFacts {
  place: NamePlace;
  isLinked: boolean;
  known: FileSymbols | undefined;
}

/** Why a place of a candidate's name may be a use of it; null if it is none. */
function reasonAt(
  index: LinkIndex,
  candidate: UnusedCandidate,
  { path, file, text }: FilePlaces,
  { place, isLinked, known }: PlaceFacts,
): LeftOffReason | null {
  const { definition } = candidate;
  if (isLinked && !candidate.isMember) return null;
  if (file !== candidate.file && staysInFile(index, candidate)) return null;
  if (file === candidate.file) {
    const own = known?.byKey.get(candidate.key)?.map((at) => known.definitions[at]!) ?? [definition];
    if (own.some(({ startLine, endLine }) => place.line >= startLine && place.line <= endLine)) return null;
  }
  if (file === undefined) return 'inText';
  if (isInComment(path, text, place)) return null;
  return isInString(text, place) ? 'inText' : 'named';
}

/** Whether only the file of a symbol can name it. */
function staysInFile(index: LinkIndex, { file, definition }: UnusedCandidate): boolean {
  const { name, kind } = definition;
  // A member with this mark is private to its class.
  if (name.startsWith('#')) return true;
  const container = definition.container === null ? '' : `${definition.container}.`;
  const rules = questionRulesOf(index.file(file)!.language);
  const qualified = `${container}${name}`;
  return !definition.exported && rules.staysInFile?.({ kind: kind, name, qualified }) === true;
}

/**
 * Looks for the names of unused symbols in the texts of the project: a use that the linker did not see still has the name.
 * A place of a name is explained if it is the declaration of some symbol, part of the unused symbol itself, a comment, or a link to another symbol.
 * Of a member only the first three count: a place that names the member of one type may receive a value of another. Neither does a link explain
 * the name of a variable where the variable itself may be meant.
 */
import { hasTrait } from '../../../model/file.ts';
import type { LeftOffReason } from '../../../model/graph.ts';
import { unpackLinks } from '../../../store/packed/packed-links.ts';
import type { FileSymbols } from '../index/file-symbols.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { QuestionTurns, questionTurn } from '../../../util/turns/question.ts';
import { isInComment, isInString } from './line-places.ts';
import type { UnusedCandidate } from './left-off.ts';
import { questionRulesOf } from '../../languages/question-rules.ts';

/** Texts are read up to this size altogether (characters), which takes about a second. */
const maxText = 100_000_000;
/** The number of files whose links are read at once. */
const filesAtOnce = 32;

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
  const { documents } = index;
  let left = maxText;
  let batch: FilePlaces[] = [];
  const isOpen = (name: string): boolean => byName.get(name)?.some((one) => !reasons.has(one)) === true;
  await questionTurn();
  const names = new NameSet(byName.keys());
  const parts = new NameParts(byName.keys());
  const turns = new QuestionTurns();
  for (let row = 0; row < documents.count && left > 0; row++) {
    const turn = turns.take();
    if (turn !== null) await turn;
    if (isProse(index, documents.traits[row]!, documents.languages[row]!)) continue;
    const path = documents.paths[row]!;
    const text = readText(path);
    if (text === null) continue;
    left -= text.length;
    const places = placesIn(text, names, parts).filter(({ name }) => isOpen(name));
    if (places.length > 0) batch.push({ path, file: index.idOf(path), text, places });
    if (batch.length < filesAtOnce) continue;
    await explainBatch(index, batch, byName, reasons);
    batch = [];
  }
  await explainBatch(index, batch, byName, reasons);
  for (const [name, named] of byName)
    if (parts.mayBuild(name)) for (const one of named) if (!reasons.has(one)) reasons.set(one, 'inText');
  if (left <= 0) for (const one of candidates) if (!reasons.has(one)) reasons.set(one, 'unchecked');
  return reasons;
}

/** Whether a file is documentation without code, where a mention is no use, or a minified copy. */
function isProse({ linkedLanguages }: LinkIndex, traits: number, language: string): boolean {
  if (hasTrait(traits, 'minified')) return true;
  return hasTrait(traits, 'documentation') && !hasTrait(traits, 'data') && !linkedLanguages.has(language);
}

/** A name without the marks of its language (`#name`, `@name`, `name?`). */
function plain(name: string): string {
  return name.replace(/^[#@$]+/, '').replace(/[?!=]$/, '');
}

/** Names, with a quick test that most words of a text fail. */
class NameSet {
  readonly #names: ReadonlySet<string>;
  /** By `shape`: whether a name has it. */
  readonly #shapes = new Uint8Array(1 << 18);

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
    for (const name of this.#names) this.#shapes[shape(name, 0, name.length)] = 1;
  }

  mayHave(text: string, start: number, end: number): boolean {
    return this.#shapes[shape(text, start, end)] === 1;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }
}

/** A number of 18 bits of the first, the middle and the last letter of a word and its length. */
function shape(text: string, start: number, end: number): number {
  const [first, middle, last] = [text.charCodeAt(start), text.charCodeAt((start + end) >> 1), text.charCodeAt(end - 1)];
  return ((first & 63) << 12) ^ ((last & 63) << 6) ^ ((middle & 63) << 9) ^ ((end - start) & 0x3ffff);
}

/** By code unit below 128: whether it is part of a name. `$` is not: before a name it may mark a variable in a text. */
const partOfName = Uint8Array.from({ length: 128 }, (_, unit) => (/\w/.test(String.fromCharCode(unit)) ? 1 : 0));

/** The places of some names in a text, as whole words. @param parts gets what the text builds names from */
function placesIn(text: string, names: NameSet, parts: NameParts): NamePlace[] {
  const found: NamePlace[] = [];
  const { length } = text;
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < length; at++) {
    let unit = text.charCodeAt(at);
    if (unit > 127 || partOfName[unit] === 1) {
      const start = at;
      while (++at < length) {
        unit = text.charCodeAt(at);
        if (unit <= 127 && partOfName[unit] === 0) break;
      }
      if (names.mayHave(text, start, at)) {
        const name = text.slice(start, at);
        if (names.has(name)) found.push({ name, line, column: start - lineStart + 1, lineStart });
      }
      if (goesOn(text, at, unit)) parts.add(text, { start, end: at, lineStart, isEnd: false });
      if (start > 0 && text.charCodeAt(start - 1) === 125) parts.add(text, { start, end: at, lineStart, isEnd: true });
    }
    if (unit !== 10) continue;
    line++;
    lineStart = at + 1;
  }
  return found;
}

/** Whether a value may follow a word in a string: `${`, `#{`, `{`, `%s`, or the end of the string and an operator. */
function goesOn(text: string, at: number, unit: number): boolean {
  // A brace, or a mark before one.
  if (unit === 123) return true;
  if (unit === 36 || unit === 35) return text.charCodeAt(at + 1) === 123;
  if (unit === 37) return true;
  if (unit !== 34 && unit !== 39) return false;
  const after = text.charCodeAt(at + 1) === 32 ? at + 2 : at + 1;
  const operator = text[after];
  return operator === '+' || operator === '.' || operator === '<';
}

/** Beginnings and ends of some names, from which texts build the names (`on${name}`, `'visit_' + name`). */
class NameParts {
  readonly #possible = new Set<string>();
  readonly #found = new Set<string>();

  constructor(names: Iterable<string>) {
    for (const name of names) for (const part of partsOf(name)) this.#possible.add(part);
  }

  add(text: string, word: { start: number; end: number; lineStart: number; isEnd: boolean }): void {
    const { start, end, lineStart, isEnd } = word;
    const part = `${isEnd ? '}' : ''}${text.slice(start, end)}`;
    if (!this.#possible.has(part) || this.#found.has(part)) return;
    if (isInString(text, { lineStart, column: start - lineStart + 1 })) this.#found.add(part);
  }

  mayBuild(name: string): boolean {
    return this.#found.size > 0 && partsOf(name).some((part) => this.#found.has(part));
  }
}

/** The beginnings of a name of at least two letters, and its ends of at least four, each after a brace. */
function partsOf(name: string): string[] {
  const parts: string[] = [];
  for (let end = 2; end < name.length; end++) parts.push(name.slice(0, end));
  for (let start = 1; start <= name.length - 4; start++) parts.push(`}${name.slice(start)}`);
  return parts;
}

async function explainBatch(
  index: LinkIndex,
  batch: readonly FilePlaces[],
  byName: ReadonlyMap<string, readonly UnusedCandidate[]>,
  reasons: Map<UnusedCandidate, LeftOffReason>,
): Promise<void> {
  const files = batch.flatMap(({ file }) => file ?? []);
  const symbols = await index.symbolsOf(files);
  const links = await linkPlaces(index, batch, byName);
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

/** By file: which places of names have links. Of members that is not asked. */
async function linkPlaces(
  index: LinkIndex,
  batch: readonly FilePlaces[],
  byName: ReadonlyMap<string, readonly UnusedCandidate[]>,
): Promise<Map<number, Set<number>>> {
  const asked = new Map<number, Set<number>>();
  for (const { file, places } of batch) {
    const wanted = places.filter(({ name }) => byName.get(name)!.some(({ isMember }) => !isMember));
    if (file !== undefined && wanted.length > 0)
      asked.set(file, new Set(wanted.map(({ line, column }) => placeKey(line, column))));
  }
  const found = new Map<number, Set<number>>();
  for (const { from, data } of await index.store.linksFrom([...asked.keys()])) {
    const wanted = asked.get(from)!;
    for (const { line, column } of unpackLinks(data)) {
      const key = placeKey(line, column);
      if (!wanted.has(key)) continue;
      const places = found.get(from);
      if (places === undefined) found.set(from, new Set([key]));
      else places.add(key);
    }
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
  // A link through a variable may lead to what the variable stands for, such as a module's export.
  const isAlias = definition.kind === 'variable' && (definition.exported || file === candidate.file);
  if (isLinked && !candidate.isMember && !isAlias) return null;
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
  return !definition.exported && rules.staysInFile?.({ kind, name, qualified }) === true;
}

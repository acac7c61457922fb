/** The digests of several shares as the index in which their question is ranked. */
import { tagFields, type DocumentTable } from '../../store/store.ts';
import { TermImpacts } from '../../search/term-impacts.ts';
import type { TermFigures } from '../../search/corpus.ts';
import type { NearRow } from '../../search/vectors/stored-vectors.ts';
import type { Definers } from '../search/mentioned-definitions.ts';
import type { NearestRows } from '../search/vector-search.ts';
import type { Digest } from './messages.ts';

const width = tagFields.length;

/** A file of a digest. */
interface Place {
  share: number;
  at: number;
  path: string;
}

export interface JoinedDigests {
  documents: DocumentTable;
  impacts: readonly TermImpacts[];
  /** Numbers of files. */
  defining: ReadonlySet<number>;
  mayDefine: ReadonlySet<number>;
  definers: readonly Definers[];
  matching: number;
  meaning: NearestRows;
}

/**
 * @param terms of the question, of all files
 * @param numberOf the number of a share's file
 */
export function joinDigests(
  digests: readonly Digest[],
  terms: readonly TermFigures[],
  numberOf: (share: number, id: number) => number,
): JoinedDigests {
  const places = digests.flatMap(({ paths }, share) => paths.map((path, at): Place => ({ share, at, path })));
  places.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.share - b.share));
  const of = <T>(pick: (digest: Digest, at: number) => T): T[] => places.map(({ share, at }) => pick(digests[share]!, at)); // prettier-ignore
  const numbers = (ids: (digest: Digest) => readonly number[]): number[] =>
    digests.flatMap((digest, share) => ids(digest).map((id) => numberOf(share, id)));
  const documents: DocumentTable = {
    generation: 0,
    count: places.length,
    ids: Uint32Array.from(places, ({ share, at }) => numberOf(share, digests[share]!.ids[at]!)),
    paths: places.map(({ path }) => path),
    languages: of(({ languages }, at) => languages[at]!),
    traits: Uint16Array.from(of(({ traits }, at) => traits[at]!)),
    fieldLengths: Uint32Array.from(
      of(({ fieldLengths }, at) => fieldLengths.slice(at * width, (at + 1) * width)).flat(),
    ),
  };
  return {
    documents,
    impacts: terms.map((figures, term) => joinImpacts(digests, places, { ...figures, term })),
    defining: new Set(numbers(({ defining, ids }) => defining.map((at) => ids[at]!))),
    mayDefine: new Set(numbers(({ mayDefine, ids }) => mayDefine.map((at) => ids[at]!))),
    definers: joinDefiners(digests, numberOf),
    matching: digests.reduce((sum, { matching }) => sum + matching, 0),
    meaning: joinMeaning(digests, numberOf),
  };
}

function joinImpacts(
  digests: readonly Digest[],
  places: readonly Place[],
  { term, fileCount, isNamed }: TermFigures & { term: number },
): TermImpacts {
  const columns = digests.map(({ impacts }) => {
    const { impacts: ofRows, named } = impacts[term]!;
    return { impacts: Buffer.from(ofRows, 'base64'), named: Buffer.from(named, 'base64') };
  });
  const impacts = Uint16Array.from(places, ({ share, at }) => columns[share]!.impacts.readUInt16LE(2 * at));
  const named = new Uint8Array(Math.ceil(places.length / 8));
  for (const [row, { share, at }] of places.entries())
    if ((columns[share]!.named[at >>> 3]! >>> (at & 7)) & 1) named[row >>> 3]! |= 1 << (row & 7);
  return new TermImpacts(fileCount, isNamed, { rows: null, impacts, named });
}

function joinDefiners(digests: readonly Digest[], numberOf: (share: number, id: number) => number): Definers[] {
  return (digests[0]?.definers ?? []).map((_, name) => {
    const ids = (pick: (one: Definers) => readonly number[]): number[] =>
      digests.flatMap(({ definers }, share) => pick(definers[name]!).map((id) => numberOf(share, id)));
    return {
      count: digests.reduce((sum, { definers }) => sum + definers[name]!.count, 0),
      ofName: ids(({ ofName }) => ofName),
      ofBoth: ids(({ ofBoth }) => ofBoth),
      ofContainer: ids(({ ofContainer }) => ofContainer),
    };
  });
}

function joinMeaning(digests: readonly Digest[], numberOf: (share: number, id: number) => number): NearestRows {
  const hits = digests.flatMap(
    ({ meaning }, share) =>
    meaning.hits.map(([fileId, ordinal, similarity]): NearRow => ({ fileId: numberOf(share, fileId), ordinal, similarity })), // prettier-ignore
  );
  hits.sort((a, b) => b.similarity - a.similarity);
  return { ...joinedMeaning(digests.map(({ meaning }) => meaning)), hits };
}

/** Whether there is search by meaning, of several shares. */
export function joinedMeaning(
  all: readonly Pick<NearestRows, 'state' | 'note'>[],
): Pick<NearestRows, 'state' | 'note'> {
  const states = (['unavailable', 'off', 'partial', 'ready'] as const).filter((state) => all.some((one) => one.state === state)); // prettier-ignore
  return { state: states[0] ?? 'ready', note: [...new Set(all.flatMap(({ note }) => note ?? []))].join(' ') || null };
}

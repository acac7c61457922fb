/**
 * What is asked of a share of the repositories, and what it answers: plain JSON, since shares are at other nodes. A question is asked in several messages, all of
 * one state of each share.
 */
import type { CorpusFigures, TermFigures } from '../../search/corpus.ts';
import type { ScoringWeights, WordFrequency } from '../../search/tag-search.ts';
import type { ChunkSpan } from '../../model/chunk.ts';
import type { ErrorCode, ErrorDetails, NextStep } from '../../model/error.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { FileRecord } from '../../store/store.ts';
import type { AskedNeeds, FoundNeeds } from '../concerned/needs.ts';
import type { Definers } from '../search/mentioned-definitions.ts';
import type { HybridQuery, NearestAnswer, NearestRequest, TagQuery, TagSearchResult } from '../types.ts';
import type { Figures } from './corpus.ts';
import type { OtherMessages } from './other-messages.ts';

/** Each share gives at most so many of its best files or chunks. */
export const mostHits = 10_000;
/** The texts of so many files are asked for at once, and so many bytes of them are in one answer, so that it has a bound. A text alone may be longer. */
export const mostTexts = 32;
export const mostTextBytes = 8 * 2 ** 20;

/** What is known of all files that are asked, for the terms of a question. */
export interface GivenCorpus {
  figures: CorpusFigures;
  terms: readonly (readonly [term: string, figures: TermFigures])[];
}

/** By kind: what is asked, and what is answered. Ids are of the share's files. */
export interface Messages extends OtherMessages {
  /** The first message: what the ranking takes from all files. `for`: whose terms. */
  figures: { asked: { terms: readonly string[]; for: 'words' | 'tags' }; answer: Figures & { note: string | null } };
  /** The files that may answer a question of the hybrid search. */
  focus: { asked: { query: Omit<HybridQuery, 'minScore'>; corpus: GivenCorpus }; answer: Digest };
  /** What the ranking asks of files without reading them. */
  details: { asked: { ids: readonly number[] }; answer: FileDetails[] };
  /** Files as they are read, in the order of the ids; null for one that is gone or cannot be read. At least the first; the others are to be asked for again. */
  texts: { asked: { ids: readonly number[] }; answer: (FileText | null)[] };
  /** For each word, the nearest name of a definition. */
  names: { asked: { words: readonly string[] }; answer: (string | null)[] };
  outlines: { asked: { ids: readonly number[] }; answer: [id: number, definitions: OutlineEntry[]][] };
  /** Whether a path in lower case contains the text. */
  path: { asked: { text: string }; answer: boolean };
  /** The best files by tags, from the first on. */
  tags: {
    asked: { query: TagQuery; corpus: GivenCorpus; weights: ScoringWeights };
    answer: Omit<TagSearchResult, 'executionTimeMs' | 'cached'>;
  };
  frequencies: { asked: { words: readonly string[] }; answer: WordFrequency[] };
  /** The nearest chunks in meaning. */
  near: { asked: { request: Omit<NearestRequest, 'signal'> }; answer: NearestAnswer };
  /** Who has what a question is about that follows links. */
  concerned: { asked: AskedNeeds; answer: FoundNeeds };
}

export type MessageKind = keyof Messages;

/** The files of a share that may answer, in the order of their paths, with what the ranking takes from each. Bytes are in base64. */
export interface Digest {
  ids: number[];
  paths: string[];
  languages: string[];
  traits: number[];
  /** `ids.length * tagFields.length` lengths, file by file. */
  fieldLengths: number[];
  /** By term of the question: the impact on each file (16 bits, little-endian), and a bit a file: whether a definition has the term in its name. */
  impacts: { impacts: string; named: string }[];
  /** Positions of the files that define a word of the question, and of those that may. */
  defining: number[];
  mayDefine: number[];
  /** Of each qualified name in the question. */
  definers: Definers[];
  /** Number of all files with a word of the question. */
  matching: number;
  meaning: Pick<NearestAnswer, 'state' | 'note'> & {
    hits: (readonly [fileId: number, ordinal: number, similarity: number])[];
  };
}

export interface FileDetails {
  record: Omit<FileRecord, 'rawPath'>;
  /** Number of links into the file. */
  links: number;
  /** Packed words of its chunks, in base64; null where the index has none. */
  words: string | null;
}

export interface FileText {
  path: string;
  language: string;
  indexed: boolean;
  text: string;
  hash: string;
  spans: readonly ChunkSpan[];
  definitions: readonly OutlineEntry[];
}

export interface ShareQuestion<Kind extends MessageKind = MessageKind> {
  kind: Kind;
  asked: Messages[Kind]['asked'];
  /** The state of the share of which the answer has to be; null for the first message. */
  state: string | null;
}

/** `changed`: the share has another state now, so the question has to begin anew. `error`: of the question itself, as an `AppError` has it. */
export type ShareReply<Kind extends MessageKind = MessageKind> =
  | { state: string; answer: Messages[Kind]['answer'] }
  | { changed: true }
  | { error: ErrorData };

export interface ErrorData {
  code: ErrorCode;
  message: string;
  hint: string | null;
  next: NextStep | null;
  details: ErrorDetails | null;
}

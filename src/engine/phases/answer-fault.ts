/**
 * Whether an answer of another node is whole. One that is not, as of a damaged, another or a hostile program, is no error of the question: whatever it says, the
 * node that asks goes on, and what is said about repositories that were not asked for is not believed.
 */
import { chunkKinds } from '../../model/chunk.ts';
import { definitionKinds } from '../../model/definition.ts';
import type { ErrorDetails } from '../../model/error.ts';
import { leftOutReasons, type LeftOut } from '../../model/file.ts';
import type { GraphFreshness, GraphState, NameTaken, SymbolNode } from '../../model/graph.ts';
import type { Import, ImportedName } from '../../model/import.ts';
import type { CorpusFigures, TermFigures } from '../../search/corpus.ts';
import { qualifiedNames } from '../../search/qualified-names.ts';
import type { WordFrequency } from '../../search/tag-search.ts';
import { visitChunkWords } from '../../store/packed/packed-chunk-words.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import { tagFields, type FileRecord, type LanguageStatistics, type Statistics } from '../../store/store.ts';
import { isNeedsAnswer } from '../concerned/read-needs.ts';
import type { Definers } from '../search/mentioned-definitions.ts';
import type { CountedFiles, FoundLines, TextDifferences, TextScope } from '../text/text-part.ts';
import type { Completions, FileListing, Freshness, NearestChunk, TagHit, TextHit } from '../types.ts';
import type { StatusSums } from '../union/union-status.ts';
import {
  isBool,
  isBytes,
  isCount,
  isList,
  isListOf,
  isName,
  isNumber,
  isObject,
  isOneOf,
  isRecord,
  isText,
  isTuple,
  maybe,
  nullOr,
  type Is,
} from './answer-shapes.ts';
import { mostHits } from './messages.ts';
import type { Digest, ErrorData, FileDetails, FileText, MessageKind, Messages, ShareQuestion } from './messages.ts';
import { mostCompletions, type ShareStatus } from './other-messages.ts';

type FoundSymbols = Messages['symbols']['answer'];

const width = tagFields.length;

const kind = isOneOf(definitionKinds);
const isState = isOneOf(['fresh', 'indexing', 'unknown']);
const isNote = nullOr(isText);
const meaning = { state: isOneOf(['ready', 'partial', 'off', 'unavailable']), note: isNote };

const outlineEntry = isObject<OutlineEntry>({
  ...{ name: isName, kind, container: nullOr(isName), exported: isBool, signature: isNote },
  ...{ line: isCount, column: isCount, startLine: isCount, startColumn: isCount, endLine: isCount, endColumn: isCount },
});
const termFigures = isObject<TermFigures>({ fileCount: isCount, isNamed: isBool });
const figures = isObject<CorpusFigures>({
  files: isCount,
  fieldSums: isListOf(width, isCount),
  languages: isList(isName),
});
const freshness = isObject<Freshness>({ state: isState, filesDone: isCount, filesKnown: isCount, refreshed: isCount, note: isNote }); // prettier-ignore
const graphFreshness = isObject<GraphFreshness>({ state: isState, refreshed: isCount, note: isNote });
const graphState = isObject<GraphState>({ freshness: graphFreshness, nameOnlyLanguages: isList(isName), unread: isNote, cells: maybe(isText) }); // prettier-ignore
const differences = isObject<TextDifferences>({ paths: isCount, unseen: isOneOf([null, 'many', 'slow']) });
const searched = { end: isOneOf(['whole', 'limit', 'time']), total: isCount, files: isCount, differences };
const definers = isObject<Definers>({ count: isCount, ofName: isList(isCount), ofBoth: isList(isCount), ofContainer: isList(isCount) }); // prettier-ignore
const imported = isObject<Import>({
  ...{ module: isText, type: isOneOf(['local', 'external', 'builtin']), alias: isNote, line: isCount, column: isCount },
  names: isList(isObject<ImportedName>({ name: isText, alias: isNote })),
  ...{ isDynamic: isBool, isReexport: isBool, isTypeOnly: isBool },
});
const reading = isObject<NonNullable<FoundSymbols['reading']>>({
  ...{ by: isList(isNumber), names: isList(isName) },
  taken: nullOr(isObject<NameTaken>({ name: isName, isCorrected: isBool, inheritedFrom: nullOr(isName) })),
});
const languages = isList(
  isObject<LanguageStatistics>({ language: isName, files: isCount, bytes: isCount, lines: isCount, unexpandedMacros: isCount }), // prettier-ignore
);
const statistics = isObject<Statistics>({
  ...{ generation: isCount, files: isCount, bytes: isCount, lines: isCount, definitions: isCount, imports: isCount },
  ...{ references: isCount, terms: isCount, filesWithIssues: isCount, filesCutShort: isCount, languages },
  ...{ leftOut: isRecord(isCount), indexBytes: isCount, schemaVersion: isCount, lastIndexedMs: nullOr(isNumber) },
});
const texts = isList(isText);
const sums = isObject<StatusSums>({
  ...{ states: isList(isOneOf(['idle', 'indexing', 'failed', 'absent'])), filesIndexed: isCount, languages: isRecord(isCount) }, // prettier-ignore
  ...{ indexSize: isCount, definitions: isCount, references: isCount, leftOut: isRecord(isCount) },
  ...{ filesWithIssues: isCount, unexpandedMacros: isRecord(isCount), lastIndexed: isNote, notices: texts },
  embedding: nullOr(
    isObject<NonNullable<StatusSums['embedding']>>({ providers: texts, models: texts, states: texts, notes: texts, files: isCount, missing: isCount }), // prettier-ignore
  ),
});

/** Whose files an answer may name. */
interface Asked {
  /** Names of the repositories. */
  names: ReadonlySet<string>;
  /** Whether a path, or an id that begins with one, is of one of them. */
  path: Is;
}

type Shapes = { [Kind in MessageKind]: (asked: Messages[Kind]['asked'], of: Asked) => Is };

const shapes: Shapes = {
  figures: ({ terms }) =>
    isObject<Messages['figures']['answer']>({ corpus: figures, terms: isListOf(terms.length, termFigures), note: isNote }), // prettier-ignore
  focus: ({ query, corpus }, of) => digest({ terms: corpus.terms.length, names: qualifiedNames(query.query).length }, of), // prettier-ignore
  details: ({ ids }, { path }) => {
    const record = isObject<FileDetails['record']>(recordOf(isOneIn(ids), path));
    return isList(isObject<FileDetails>({ record, links: isCount, words: nullOr(isWords) }), ids.length);
  },
  texts: ({ ids }, { path }) => {
    const texts = isList(nullOr((value) => isFileText(path, value)), ids.length); // prettier-ignore
    // With none, the question would never end.
    return (value) => texts(value) && ((value as unknown[]).length > 0 || ids.length === 0);
  },
  names: ({ words }) => isListOf(words.length, nullOr(isName)),
  outlines: ({ ids }) => isList(isTuple(isOneIn(ids), isList(outlineEntry)), ids.length),
  path: () => isBool,
  tags: ({ query: { limit = mostHits } }, { path }) =>
    isObject<Messages['tags']['answer']>({
      ...{ totalFiles: isCount, freshness },
      hits: isList(
        isObject<TagHit>({
          ...{ path, language: isName, score: isNumber, matchedTags: texts, size: isCount, lines: isCount },
          ...{ lastModified: isNumber, isTest: isBool, definitionCount: isCount },
          ...{ definitions: isList(outlineEntry), imports: isList(imported) },
        }),
        limit,
      ),
    }),
  frequencies: ({ words }) => isListOf(words.length, isObject<WordFrequency>({ files: isCount, named: isCount })),
  near: ({ request: { k } }, { path }) =>
    isObject<Messages['near']['answer']>({
      ...{ ...meaning, refreshed: isCount },
      hits: isList(
        isObject<NearestChunk>({
          ...{ fileId: isCount, path, language: isName, ordinal: isCount, id: isName, similarity: isNumber },
          ...{ startLine: isCount, endLine: isCount, kind: isOneOf(chunkKinds) },
        }),
        k,
      ),
    }),
  concerned: (asked, { names }) => isNeedsAnswer(asked, names),
  textScope: () => isObject<TextScope>({ files: isCount, isIndexed: isBool, candidates: isCount, hasPath: isBool, unsearched: isCount }), // prettier-ignore
  textFind: (_, { path }) => {
    const prior = nullOr(isNumber);
    const isFound = isObject<FoundLines>({ ...searched, paths: isList(isTuple(path, prior)), lines: isList(isTuple(isCount, isCount, isCount)) }); // prettier-ignore
    return (value) => {
      if (!isFound(value)) return false;
      const { paths, lines } = value as FoundLines;
      return lines.every(([file]) => file < paths.length);
    };
  },
  textCount: (_, { path }) =>
    isObject<CountedFiles>({
      ...searched,
      best: isList(isObject<CountedFiles['best'][number]>({ path, count: isCount, prior: nullOr(isNumber) })),
    }),
  textLines: ({ request: { places } }, { path }) => {
    const span = isObject<NonNullable<TextHit['more']>[number]>({ column: isCount, length: isCount });
    const hit = isObject<TextHit>({
      ...{ path, line: isCount, column: isCount, length: isCount, more: maybe(isList(span)), text: isText },
      ...{ before: texts, after: texts },
    });
    const hits = isList(nullOr(hit), places.length);
    // With none, the question would never end.
    return (value) => hits(value) && ((value as unknown[]).length > 0 || places.length === 0);
  },
  symbols: ({ request: { most } }, { path }) => {
    const symbol = isObject<FoundSymbols['symbols'][number]>({ node: nodeOf(path), rank: isNumber, unlikely: isNumber, nameOnly: maybe(isName) }); // prettier-ignore
    const symbols = isList(symbol, most);
    const outside = isList(isObject<FoundSymbols['near']['outside'][number]>({ name: isName, path, place: isName })); // prettier-ignore
    return isObject<FoundSymbols>({
      ...{ isMany: isBool, total: isCount, files: isCount, symbols, isIncomplete: isBool, reading: nullOr(reading) },
      matching: isObject<FoundSymbols['matching']>({ total: isCount, first: nullOr(symbol) }),
      near: isObject<FoundSymbols['near']>({ symbols: isList(symbol), outside, names: isList(isName) }), // prettier-ignore
      state: graphState,
    });
  },
  symbolFiles: ({ paths }) => isListOf(paths.length, isBool),
  symbolNames: () => isList(isName),
  leftOut: ({ limit }, { path }) =>
    isObject<Messages['leftOut']['answer']>({
      total: isCount,
      leftOut: isList(
        isObject<LeftOut>({
          ...{ path, reason: isOneOf(leftOutReasons), detail: isNote },
          seen: maybe(isObject<NonNullable<LeftOut['seen']>>({ size: isCount, mtimeMs: isNumber })),
        }),
        limit,
      ),
    }),
  statistics: () => statistics,
  listed: ({ filter: { limit } }, { path }) =>
    isObject<FileListing>({
      total: isCount,
      files: isList(
        isObject<FileListing['files'][number]>({
          ...{ path, language: isName, lines: isCount, size: isCount, definitions: isCount },
          ...{ traits: texts, issues: texts },
        }),
        limit,
      ),
    }),
  status: () => isObject<ShareStatus>({ sums, freshness }),
  completions: ({ of: what }, { path }) =>
    isObject<Completions>({ values: isList(what === 'paths' ? path : isName, mostCompletions), total: isCount }),
};

function recordOf(id: Is, path: Is): { [Key in keyof Omit<FileRecord, 'rawPath'>]: Is } {
  return {
    ...{ id, path, size: isCount, mtimeMs: isNumber, hash: isText, verifiedAtMs: isNumber, language: isName },
    ...{ encoding: isText, lines: isCount, traits: isCount, indexedAtMs: isNumber, definitionCount: isCount },
    ...{ importCount: isCount, referenceCount: isCount, issueCount: isCount },
  };
}

function nodeOf(path: Is): Is {
  return isObject<SymbolNode>({
    ...{ id: path, name: isName, qualified: isName, kind: isOneOf([...definitionKinds, 'file']), path },
    ...{ line: isCount, startLine: isCount, endLine: isCount, exported: isBool, signature: isNote },
    ...{ package: nullOr(isName), module: nullOr(isName), isTest: isBool, isVendored: maybe(isBool) },
    ...{ overloads: maybe(texts), signatures: maybe(texts) },
  });
}

/** @param count of the terms of the question, and of the qualified names in it */
function digest(count: { terms: number; names: number }, { path }: Asked): Is {
  return (value) => {
    const ids = (value as Digest | null)?.ids;
    if (!isList(isCount)(ids) || ids === undefined) return false;
    const files = ids.length;
    const isFile = isOneIn(ids);
    const isPlace: Is = (at) => isCount(at) && (at as number) < files;
    const isImpact = isObject<Digest['impacts'][number]>({ impacts: isBytes(2 * files), named: isBytes(Math.ceil(files / 8)) }); // prettier-ignore
    return isObject<Digest>({
      ids: () => new Set(ids).size === files,
      ...{ paths: isListOf(files, path), languages: isListOf(files, isName), traits: isListOf(files, isCount) },
      fieldLengths: isListOf(files * width, isCount),
      impacts: isListOf(count.terms, isImpact),
      ...{ defining: isList(isPlace), mayDefine: isList(isPlace), definers: isListOf(count.names, definers) },
      matching: isCount,
      meaning: isObject<Digest['meaning']>({ ...meaning, hits: isList(isTuple(isFile, isCount, isNumber)) }),
    })(value);
  };
}

function isOneIn(ids: readonly unknown[]): Is {
  const all = new Set(ids);
  return (id) => all.has(id);
}

/** Packed words of chunks that can be read. */
const isWords: Is = (value) => {
  if (!isBytes()(value)) return false;
  const nothing = (): void => {};
  const visitor = { chunk: nothing, name: nothing, wants: () => false, occurrence: nothing };
  visitChunkWords(Buffer.from(value as string, 'base64'), { filter: Uint8Array.of(0), ...visitor });
  return true;
};

/** Chunks follow each other, and end where the text does. */
function isFileText(path: Is, value: unknown): boolean {
  const { text, spans } = value as FileText;
  if (!isText(text)) return false;
  // A line has a character at least, besides the last.
  const isLine: Is = (line) => isCount(line) && (line as number) >= 1 && (line as number) <= text.length + 1;
  const span = isObject<FileText['spans'][number]>({ startLine: isLine, endLine: isLine, kind: isOneOf(chunkKinds), key: isCount }); // prettier-ignore
  return (
    isObject<FileText>({
      ...{ path, language: isName, indexed: isBool, text: isText, hash: isText },
      ...{ spans: isList(span), definitions: isList(outlineEntry) },
    })(value) &&
    spans.every(({ startLine, endLine }, at) => startLine <= endLine && startLine > (spans[at - 1]?.endLine ?? 0))
  );
}

const errorDetails = isObject<ErrorDetails>({ field: isName, expected: isName, received: () => true });
/** Whether an error is one that can be told. */
export const isErrorData = isObject<ErrorData>({
  ...{ code: isName, message: isName, hint: nullOr(isName) },
  ...{ next: nullOr(isRecord(nullOr(isName))), details: nullOr(errorDetails) },
});

/**
 * What is wrong; null where the answer is whole.
 * @param names of the repositories that were asked
 */
export function answerFault<Kind extends MessageKind>(
  { kind, asked }: ShareQuestion<Kind>,
  answer: Messages[Kind]['answer'],
  names: ReadonlySet<string>,
): Kind | null {
  try {
    return shapes[kind](asked, { names, path: isPathOf(names) })(answer) ? null : kind;
  } catch {
    return kind;
  }
}

/** Paths begin with the name of their repository, which has some parts itself. */
function isPathOf(names: ReadonlySet<string>): Is {
  const starts = [...names].map((name) => `${name}/`);
  let last = '';
  return (value) => {
    if (!isName(value)) return false;
    const path = value as string;
    // Most are of the same repository as the one before.
    if (last === '' || !path.startsWith(last)) last = starts.find((start) => path.startsWith(start)) ?? '';
    return last !== '';
  };
}

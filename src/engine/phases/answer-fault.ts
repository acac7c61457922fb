/** Whether an answer of another node is whole: one that is not, as of a damaged or another program, is no error of the question. */
import { qualifiedNames } from '../../search/qualified-names.ts';
import { tagFields } from '../../store/store.ts';
import { areShortNeeds } from '../concerned/read-needs.ts';
import { otherFaults } from './other-faults.ts';
import type { Digest, GivenCorpus, MessageKind, Messages, ShareQuestion } from './messages.ts';

const width = tagFields.length;

type Faults = { [Kind in MessageKind]: (answer: Messages[Kind]['answer'], asked: Messages[Kind]['asked']) => boolean };

/** Whether something of an answer is missing. */
const isShort: Faults = {
  ...otherFaults,
  figures: ({ corpus, terms }, asked) =>
    !isList(terms, asked.terms.length) || !isList(corpus.fieldSums, width) || !Array.isArray(corpus.languages),
  focus: (digest, { query, corpus }) =>
    isShortDigest(digest, corpus) || !isList(digest.definers, qualifiedNames(query.query).length),
  details: (answer) => !Array.isArray(answer) || answer.some(({ record }) => typeof record.path !== 'string'),
  texts: (answer, { ids }) =>
    !Array.isArray(answer) || answer.length > ids.length || (answer.length === 0 && ids.length > 0),
  names: (answer, { words }) => !isList(answer, words.length),
  outlines: (answer) => !Array.isArray(answer) || answer.some((one) => !isList(one, 2)),
  path: (answer) => typeof answer !== 'boolean',
  tags: ({ hits, freshness }) => !Array.isArray(hits) || typeof freshness.state !== 'string',
  frequencies: (answer, { words }) => !isList(answer, words.length),
  concerned: areShortNeeds,
  near: ({ hits, state }) => !Array.isArray(hits) || typeof state !== 'string',
};

function isShortDigest(digest: Digest, { terms }: GivenCorpus): boolean {
  const { ids, paths, languages, traits, fieldLengths, impacts, defining, mayDefine, meaning } = digest;
  const files = ids.length;
  return (
    ![ids, paths, languages, traits].every((list) => isList(list, files)) ||
    !isList(fieldLengths, files * width) ||
    !isList(impacts, terms.length) ||
    impacts.some((one) => bytesOf(one.impacts) < 2 * files || bytesOf(one.named) < Math.ceil(files / 8)) ||
    [...defining, ...mayDefine].some((at) => ids[at] === undefined) ||
    !Array.isArray(meaning.hits)
  );
}

function isList(value: unknown, length: number): boolean {
  return Array.isArray(value) && value.length === length;
}

function bytesOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

/** What is missing; null where the answer is whole. */
export function answerFault<Kind extends MessageKind>(
  { kind, asked }: ShareQuestion<Kind>,
  answer: Messages[Kind]['answer'],
): Kind | null {
  try {
    return isShort[kind](answer, asked) ? kind : null;
  } catch {
    return kind;
  }
}

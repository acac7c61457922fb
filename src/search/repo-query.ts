/**
 * A question in words, names or both, as the index knows it: its terms and how much each says, phrases, and what narrows it.
 * Invariant: any text gives a query; one without a word has no terms.
 */
import { identifierTerms } from '../util/words/words.ts';

export interface RepoTerm {
  term: string;
  /** How often the query has it. */
  count: number;
  /** Written as a name: `parseConfig`, `MAX_SIZE`, `` `retry` ``. */
  isName: boolean;
  /** All parts of a name joined, rather than one of them. */
  isWhole: boolean;
  /** A word of questions, which says little: `how`, `does`. */
  isChatter: boolean;
  /** In the first line: the title of what is told at length. */
  isFirst: boolean;
}

export interface ParsedRepoQuery {
  /** Without what narrows it. */
  text: string;
  terms: readonly RepoTerm[];
  /** Its words as they are written. */
  words: ReadonlySet<string>;
  /** Texts in double quotes, which a chunk should have as they are. */
  phrases: readonly string[];
  /** Terms of the words in them. */
  phraseTerms: readonly string[];
  /** Values of `lang:`, `path:` and `kind:`, as written; null for none. */
  language: string | null;
  path: string | null;
  kind: string | null;
  /** Told at length, as an issue is. */
  isLong: boolean;
  /** One name or word and nothing else. */
  isName: boolean;
}

/** Longer questions are told at length (characters). */
const longFrom = 200;
/** What is behind this says nothing new (characters). */
const maxLength = 8000;
const maxTerms = 200;
const maxPhrases = 5;

// Classes of Unicode take V8 up to half a millisecond: they are made where they are asked for.
/** Marks belong to the letter before them: vowels of Indic scripts and Thai, accents that stand by themselves. */
const words = (): RegExp => /[\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$]*/gu;
const nameLike = /[a-z][A-Z]|_|\d|[A-Z]{2}/;

/** Whether a word is written as names of code are, and words of sentences are not. */
export function isNameLike(word: string): boolean {
  return nameLike.test(word);
}

const narrowing = /(?<=^|\s)(lang|language|path|kind):(?:"([^"]*)"|(\S+))/g;
const quoted = /"([^"\n]{2,200})"/g;

/** Words that questions are made of, as stems. */
const chatter: ReadonlySet<string> = new Set(
  (
    'how doe did are was were been the and for with from that these those what which where when why who can could should would will ' +
    'may might not then than such into onto over under down out about between through via use set get set make made have has had there here ' +
    'all ani some each other more most also onli just but you they our your their thi handl work'
  ).split(' '),
);

export type NarrowingKey = 'lang' | 'path' | 'kind';

/** @param means whether a value narrows to something: what is told at length may have a `kind:` of its own, which is words then */
export function parseRepoQuery(
  query: string,
  means: (key: NarrowingKey, value: string) => boolean = () => true,
): ParsedRepoQuery {
  const narrowed = new Map<NarrowingKey, string>();
  const text = query.slice(0, maxLength).replace(narrowing, (all, key: string, inQuotes?: string, plain?: string) => {
    const value = inQuotes ?? plain ?? '';
    const of = key === 'language' ? 'lang' : (key as NarrowingKey);
    if (query.length > longFrom && !means(of, value)) return all;
    narrowed.set(of, value);
    return ' ';
  });
  const title = text.trimStart().indexOf('\n');
  const firstLine = title === -1 ? text.length : text.length - text.trimStart().length + title;
  const phrases = [...text.matchAll(quoted)].map(([, phrase]) => phrase!.trim()).slice(0, maxPhrases);
  return {
    text,
    terms: termsOf(text, firstLine),
    words: new Set([...text.matchAll(words())].map(([word]) => word)),
    phrases,
    phraseTerms: termsOf(phrases.join(' '), 0).flatMap(({ term, isWhole }) => (isWhole ? [] : [term])),
    language: narrowed.get('lang') ?? null,
    path: narrowed.get('path') ?? null,
    kind: narrowed.get('kind') ?? null,
    isLong: text.length > longFrom,
    isName: !/\s/.test(text.trim()),
  };
}

function termsOf(text: string, firstLine: number): RepoTerm[] {
  const terms = new Map<string, RepoTerm>();
  for (const match of text.matchAll(words())) {
    const [word] = match;
    const isName = isNameLike(word) || text[match.index - 1] === '`';
    const { parts, whole } = identifierTerms(word);
    for (const term of whole === null ? parts : [...parts, whole]) {
      const known = terms.get(term);
      if (known !== undefined) {
        known.count++;
        known.isName ||= isName;
        continue;
      }
      if (terms.size >= maxTerms) return [...terms.values()];
      const isFirst = match.index < firstLine;
      terms.set(term, { term, count: 1, isName, isWhole: term === whole, isChatter: chatter.has(term), isFirst });
    }
  }
  return [...terms.values()];
}

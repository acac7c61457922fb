/**
 * Parses a query in words, names or both: its terms, phrases, and filters.
 * Invariant: any text yields a query; one without a word has no terms.
 */
import { identifierTerms } from '../../util/words/words.ts';

export interface RepoTerm {
  term: string;
  /** Number of occurrences in the query. */
  count: number;
  /** Whether it is written as a name: `parseConfig`, `MAX_SIZE`, `` `retry` ``. */
  isName: boolean;
  /** Whether it is all parts of a name joined, and not one of them. */
  isWhole: boolean;
  /** Whether it is a common word of questions, which says little: `how`, `does`. */
  isChatter: boolean;
  /** Whether it is in the first line, which is the title of a long text. */
  isFirst: boolean;
}

export interface ParsedHybridQuery {
  /** The query without its filters. */
  text: string;
  terms: readonly RepoTerm[];
  /** The words of the query as written. */
  words: ReadonlySet<string>;
  /** Texts in double quotes, which a chunk should contain verbatim. */
  phrases: readonly string[];
  /** Terms of the words in the phrases. */
  phraseTerms: readonly string[];
  /** Values of `lang:`, `path:` and `kind:`, as written; null for none. */
  language: string | null;
  path: string | null;
  kind: string | null;
  /** Whether the query is long, like an issue. */
  isLong: boolean;
  /** Whether the query is a single name or word. */
  isName: boolean;
}

/** Queries with more characters count as long. */
const longFrom = 200;
/** Longer queries are read up to here (characters). */
const maxLength = 8000;
const maxTerms = 200;
const maxPhrases = 5;

// Unicode classes take V8 up to half a millisecond to compile, so the patterns are made on demand.
/** Combining marks belong to the letter before them: vowels of Indic scripts and Thai, and accents. */
const words = (): RegExp => /[\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$]*/gu;
const nameLike = /[a-z][A-Z]|_|\d|[A-Z]{2}/;

/** Whether a word is written like a name in code, and not like a word of a sentence. */
export function isNameLike(word: string): boolean {
  return nameLike.test(word);
}

const narrowing = /(?<=^|\s)(lang|language|path|kind):(?:"([^"]*)"|(\S+))/g;
const quoted = /"([^"\n]{2,200})"/g;

/** Common words of questions, as stems. */
const chatter: ReadonlySet<string> = new Set(
  (
    'how doe did are was were been the and for with from that these those what which where when why who can could should would will ' +
    'may might not then than such into onto over under down out about between through via use set get set make made have has had there here ' +
    'all ani some each other more most also onli just but you they our your their thi handl work'
  ).split(' '),
);

export type NarrowingKey = 'lang' | 'path' | 'kind';

/** @param means whether a value is a valid filter. A long text may contain a `kind:` of its own, which is then read as words */
export function parseHybridQuery(
  query: string,
  means: (key: NarrowingKey, value: string) => boolean = () => true,
): ParsedHybridQuery {
  const narrowed = new Map<NarrowingKey, string>();
  const text = query.slice(0, maxLength).replace(narrowing, (all, key: string, inQuotes?: string, plain?: string) => {
    const value = inQuotes ?? plain ?? '';
    const filter = key === 'language' ? 'lang' : (key as NarrowingKey);
    if (query.length > longFrom && !means(filter, value)) return all;
    narrowed.set(filter, value);
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

/**
 * Parses a query in words, names or both: its terms, phrases, and filters.
 * Invariant: any text yields a query; one without a word has no terms.
 */
import { identifierTerms } from '../../util/words/words.ts';

export interface HybridTerm {
  term: string;
  /** Number of occurrences in the query. */
  count: number;
  /** Whether the term is written as a name: `parseConfig`, `MAX_SIZE`, `` `retry` ``. */
  isName: boolean;
  /** Whether the term is a whole name (all its parts joined) and not a part of one. */
  isWhole: boolean;
  /** Whether the term is a common word of questions, which says little: `how`, `does`. */
  isChatter: boolean;
  /** Whether the term is in the first line, which is the title of a long text. */
  isFirst: boolean;
}

export interface ParsedHybridQuery {
  /** The query without its filters. */
  text: string;
  terms: readonly HybridTerm[];
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
    'too mani much veri happen same again ' +
    'all ani some each other more most also onli just but you they our your their thi handl work'
  ).split(' '),
);

export type NarrowingKey = 'lang' | 'path' | 'kind';

/**
 * Parses a query.
 * @param isFilter whether a value is valid for a filter. It is asked for long texts only: these may contain a `kind:` that is not meant as a filter,
 * and is read as words if its value is not valid
 */
export function parseHybridQuery(
  query: string,
  isFilter: (key: NarrowingKey, value: string) => boolean = () => true,
): ParsedHybridQuery {
  const narrowed = new Map<NarrowingKey, string>();
  const text = query.slice(0, maxLength).replace(narrowing, (all, key: string, inQuotes?: string, plain?: string) => {
    const value = inQuotes ?? plain ?? '';
    const filter = key === 'language' ? 'lang' : (key as NarrowingKey);
    if (query.length > longFrom && !isFilter(filter, value)) return all;
    narrowed.set(filter, value);
    return ' ';
  });
  const titleLength = text.trimStart().indexOf('\n');
  const titleEnd = titleLength === -1 ? text.length : text.length - text.trimStart().length + titleLength;
  const phrases = [...text.matchAll(quoted)].map(([, phrase]) => phrase!.trim()).slice(0, maxPhrases);
  return {
    text,
    terms: termsOf(text, titleEnd),
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

/** @param titleEnd offset of the end of the first line */
function termsOf(text: string, titleEnd: number): HybridTerm[] {
  const terms = new Map<string, HybridTerm>();
  for (const match of text.matchAll(words())) {
    const [word] = match;
    const isName = isNameLike(word) || text[match.index - 1] === '`';
    const { parts, whole } = identifierTerms(word);
    for (const term of whole === null ? parts : [...parts, whole]) {
      const earlier = terms.get(term);
      if (earlier !== undefined) {
        earlier.count++;
        earlier.isName ||= isName;
        continue;
      }
      if (terms.size >= maxTerms) return [...terms.values()];
      const isFirst = match.index < titleEnd;
      terms.set(term, { term, count: 1, isName, isWhole: term === whole, isChatter: chatter.has(term), isFirst });
    }
  }
  return [...terms.values()];
}

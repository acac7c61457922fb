/**
 * British and American spelling of the words of questions. A rule may make a word that nobody writes (`promise`: promize), so the caller must check that
 * the other spelling is in use.
 */

interface SpellingRule {
  british: string;
  american: string;
  /** What is before these letters, from the start of the word, and what is behind them: sources of patterns. */
  before: string;
  after: string;
}

const rules: readonly SpellingRule[] = [
  {
    british: 'our',
    american: 'or',
    before: '(arm|behavi|col|discol|endeav|fav|flav|harb|hon|hum|lab|neighb|rum)',
    after: '',
  },
  { british: 'is', american: 'iz', before: '[a-z]{3,}', after: '(e|es|ed|er|ers|ing|able|ations?)$' },
  { british: 'ys', american: 'yz', before: '(anal|catal|paral)', after: '(e|es|ed|er|ers|ing)$' },
  {
    british: 're',
    american: 'er',
    before: '(calib|cent|fib|lit|(centi|kilo|micro|milli|nano)?met|theat)',
    after: '[sd]?$',
  },
  { british: 'c', american: 's', before: '(defen|licen|offen|preten)', after: 'es?$' },
  { british: 'ogue', american: 'og', before: '(anal|catal|dial)', after: 's?$' },
  { british: 'grey', american: 'gray', before: '', after: '' },
  { british: 'artefact', american: 'artifact', before: '', after: '' },
];

const replacements = rules.flatMap(({ british, american, before, after }) =>
  [[british, american] as const, [american, british] as const].map(([from, to]) => ({
    pattern: new RegExp(`(?<=^${before})${from}(?=${after})`),
    to,
  })),
);

/** A lower-case word in the other spelling; null if no rule applies. */
export function otherSpelling(word: string): string | null {
  const found = replacements.find(({ pattern }) => pattern.test(word));
  return found === undefined ? null : word.replace(found.pattern, found.to);
}

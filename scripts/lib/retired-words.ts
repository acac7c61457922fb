/** Words that this project no longer uses, with the field's terms for them (docs/glossary.md), and the files that may still contain them. */

interface RetiredWord {
  /** Compared with the text in lower case, in which `camelCase` is split into words. */
  pattern: RegExp;
  /** The words to use instead. */
  say: string;
}

export const retiredWords: readonly RetiredWord[] = [
  {
    pattern: /\b(link|file|packed|unit) facts\b|\bfacts (of (a|the|each|one|all) |writer|loader|at hand)/g,
    say: 'file summary',
  },
  { pattern: /\bfused\b|\brepo search\b/g, say: 'hybrid search' },
  { pattern: /\btwins?\b/g, say: 'pair, variant' },
  { pattern: /\bhops?\b/g, say: 're-export path, step' },
  { pattern: /\bseats?\b/g, say: 'writer election, lease' },
  { pattern: /\bunfollowed\b/g, say: 'unwatched, before watching' },
  { pattern: /\bheld state\b|\bheld view\b/g, say: 'pinned snapshot' },
  { pattern: /\bknown answers\b/g, say: 'memo' },
  { pattern: /\bown texts\b/g, say: 'definition body' },
  { pattern: /\bslips?\b/g, say: 'spelling, correction' },
  { pattern: /\btree looks\b|\blooks? (at|of) the tree\b|\bby its looks\b/g, say: 'fingerprint, stat' },
  { pattern: /\btell(s|ing) of\b|\btelling (names?|words?|tools?)\b/g, say: 'report, notify, message' },
  { pattern: /\bturned connection\b/g, say: 'serialised connection' },
  {
    pattern: /\b00[0-4]'s\b|\b(by|from|of|in) 00[0-4]\b/g,
    say: 'what it is: nobody outside has that paper',
  },
  { pattern: /\bissue \d+'s\b|\bissue \d+ (asks|wants|names)\b/g, say: 'what it is: nobody outside has that issue' },
];

/** Files, and folders (ending with `/`), that may contain retired words. */
export const mayHaveRetiredWords: readonly { path: string; why: string }[] = [
  { path: 'docs/decisions/', why: 'what was decided is history, in the words of its day' },
  { path: 'CHANGELOG.md', why: 'history' },
  { path: 'docs/glossary.md', why: 'its last table lists them' },
  { path: 'scripts/lib/retired-words.ts', why: 'this list' },
  { path: 'scripts/lib/retired-words.test.ts', why: 'tests of this list' },
];

export interface RetiredUse {
  line: number;
  word: string;
  say: string;
}

function plainWords(line: string): string {
  return line.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
}

export function retiredUses(text: string): RetiredUse[] {
  return text.split('\n').flatMap((line, at) => {
    const words = plainWords(line);
    return retiredWords.flatMap(({ pattern, say }) =>
      [...words.matchAll(pattern)].map(([word]) => ({ line: at + 1, word, say })),
    );
  });
}

/** Keys with at most one `*`, as in `paths` of tsconfig.json and `exports` and `imports` of package.json. */

interface StarPattern<T> {
  prefix: string;
  suffix: string;
  value: T;
}

export interface StarPatterns<T> {
  readonly exact: ReadonlyMap<string, T>;
  /** Most specific first: by the length of the text before the star, then of the text after it. */
  readonly patterns: readonly StarPattern<T>[];
}

export interface StarMatch<T> {
  value: T;
  /** The text that the star matched; null for a key without a star. */
  star: string | null;
}

/** With `allowFolders`, a key that ends in `/` is read as if a star followed it (the old form of `exports`). */
export function starPatterns<T>(entries: Iterable<readonly [string, T]>, allowFolders = false): StarPatterns<T> {
  const exact = new Map<string, T>();
  const patterns: StarPattern<T>[] = [];
  for (const [rawKey, value] of entries) {
    const key = allowFolders && rawKey.endsWith('/') ? `${rawKey}*` : rawKey;
    const star = key.indexOf('*');
    if (star === -1) exact.set(key, value);
    else if (!key.includes('*', star + 1))
      patterns.push({ prefix: key.slice(0, star), suffix: key.slice(star + 1), value });
  }
  patterns.sort((a, b) => b.prefix.length - a.prefix.length || b.suffix.length - a.suffix.length);
  return { exact, patterns };
}

/** The exact key, otherwise the most specific pattern that matches. */
export function matchStar<T>(table: StarPatterns<T>, text: string): StarMatch<T> | null {
  const exact = table.exact.get(text);
  if (exact !== undefined) return { value: exact, star: null };
  for (const { prefix, suffix, value } of table.patterns) {
    if (text.length < prefix.length + suffix.length) continue;
    if (text.startsWith(prefix) && text.endsWith(suffix)) {
      return { value, star: text.slice(prefix.length, text.length - suffix.length) };
    }
  }
  return null;
}

/** The target with all its stars replaced; a target that ends in `/` gets the text appended. */
export function fillStar(target: string, star: string | null): string {
  if (star === null) return target;
  if (target.includes('*')) return target.split('*').join(star);
  return target.endsWith('/') ? target + star : target;
}

/**
 * Ignore files: parsing them, and finding the pattern that decides about a path, by git's rules (gitignore(5)).
 * All texts are byte strings (`latin1`). Invariant: the verdicts are those of `git check-ignore`; a property test compares them.
 */
import { compileGlob, isLiteral, matchesGlob, type Glob } from '../../util/globs/glob.ts';

export interface IgnoreRule {
  /** The line as in the file, for people. */
  text: string;
  /** Whether it starts with `!`, which includes again what an earlier pattern excluded. */
  negated: boolean;
  /** Whether it ends in `/`. */
  foldersOnly: boolean;
}

interface GlobRule extends IgnoreRule {
  order: number;
  /** What a name must end in, for a pattern of a star and a literal (`.log` for `*.log`); otherwise null. */
  suffix: string | null;
  glob: Glob;
  /** Whether it is matched against the path below the file's folder, not against the name. */
  byPath: boolean;
}

/** `order`: the position of the rule in its file. Of the rules that match, the last one decides. */
type OrderedRule = IgnoreRule & { order: number };

/** The compiled patterns of one file. Most are plain names, which are looked up; the others are tried one by one, last first. */
export interface IgnoreList {
  byName: Map<string, OrderedRule[]>;
  byPath: Map<string, OrderedRule[]>;
  /** Last first. */
  globs: GlobRule[];
  /** Whether any pattern needs the path; for the others the name is enough. */
  needsPath: boolean;
}

/** Ignore files of a folder and those above it, nearest first. Any match in a nearer file decides. */
export interface IgnoreScope {
  list: IgnoreList;
  /** The folder that the patterns are relative to: `` or ending in `/`. */
  base: string;
  /** The file with the patterns, relative to the root, for people. */
  file: string;
  above: IgnoreScope | null;
}

/** Compiles the content of an ignore file; null when it has no pattern. */
export function compileIgnoreFile(content: Buffer): IgnoreList | null {
  const text = content.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  return compileIgnoreLines(text.split('\n').map((line) => line.replace(/\r$/, '')));
}

/** Compiles patterns from the configuration (text, not byte strings). */
export function compileIgnorePatterns(patterns: readonly string[]): IgnoreList | null {
  return compileIgnoreLines(patterns.map((pattern) => Buffer.from(pattern).toString('latin1')));
}

function compileIgnoreLines(lines: readonly string[]): IgnoreList | null {
  const list: IgnoreList = { byName: new Map(), byPath: new Map(), globs: [], needsPath: false };
  let order = 0;
  for (const line of lines) {
    if (line === '' || line.startsWith('#')) continue;
    addRule(list, line, order++);
  }
  list.globs.reverse();
  return list.byName.size + list.byPath.size + list.globs.length === 0 ? null : list;
}

function addRule(list: IgnoreList, line: string, order: number): void {
  // Git reads lines as C strings, which a NUL ends.
  const nul = line.indexOf('\0');
  const text = trimTrailingSpaces(nul === -1 ? line : line.slice(0, nul));
  const negated = text.startsWith('!');
  let pattern = negated ? text.slice(1) : text;
  const foldersOnly = pattern.endsWith('/');
  if (foldersOnly) pattern = pattern.slice(0, -1);
  const byPath = pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return;
  const rule = { text, negated, foldersOnly, order };
  if (byPath) list.needsPath = true;
  if (isLiteral(pattern)) {
    const map = byPath ? list.byPath : list.byName;
    const rules = map.get(pattern);
    if (rules === undefined) map.set(pattern, [rule]);
    else rules.unshift(rule);
    return;
  }
  const glob = compileGlob(pattern, byPath);
  if (glob === null) return;
  const suffix = !byPath && pattern.startsWith('*') && isLiteral(pattern.slice(1)) ? pattern.slice(1) : null;
  list.globs.push({ ...rule, suffix, glob, byPath });
}

/** Removes spaces at the end of a line. A space after a backslash that is not itself escaped stays. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end);
}

/** Of the rules of one file that match, the last one. `path` is relative to the file's folder. */
function lastMatch(list: IgnoreList, path: string, name: string, isFolder: boolean): IgnoreRule | null {
  let best = firstApplicable(list.byName.get(name), isFolder);
  if (list.byPath.size > 0) {
    const other = firstApplicable(list.byPath.get(path), isFolder);
    if (other !== null && (best === null || other.order > best.order)) best = other;
  }
  for (const rule of list.globs) {
    if (best !== null && best.order > rule.order) return best;
    if (rule.foldersOnly && !isFolder) continue;
    if (rule.suffix === null) {
      if (matchesGlob(rule.glob, rule.byPath ? path : name, 0)) return rule;
    } else if (name.endsWith(rule.suffix)) return rule;
  }
  return best;
}

/** The first rule that applies to the kind of the path: a rule for folders does not apply to files. */
function firstApplicable(rules: readonly OrderedRule[] | undefined, isFolder: boolean): OrderedRule | null {
  if (rules === undefined) return null;
  return rules.find((rule) => isFolder || !rule.foldersOnly) ?? null;
}

/** A deciding rule, and the file that contains it. */
export interface IgnoreMatch {
  rule: IgnoreRule;
  scope: IgnoreScope;
}

/**
 * The rule that decides about a path (without a final slash); it may be a negated one. Null when no rule decides. The folders above the path are
 * not checked: the caller must not enter an excluded folder.
 */
export function findRule(scope: IgnoreScope | null, path: string, isFolder: boolean): IgnoreMatch | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (let at = scope; at !== null; at = at.above) {
    const below = at.list.needsPath ? path.slice(at.base.length) : name;
    const rule = lastMatch(at.list, below, name, isFolder);
    if (rule !== null) return { rule, scope: at };
  }
  return null;
}

/** The reason why a path is ignored (`docs/.gitignore: *.log`), or null when it is not. */
export function ignoredBy(scope: IgnoreScope | null, path: string, isFolder: boolean): string | null {
  if (scope === null) return null;
  const match = findRule(scope, path, isFolder);
  if (match === null || match.rule.negated) return null;
  return `${match.scope.file}: ${Buffer.from(match.rule.text, 'latin1').toString('utf8')}`;
}

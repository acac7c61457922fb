/**
 * The ignore rules that apply in a watched folder, and their verdict on a path in it.
 * Invariant: together with two other sources the verdict is that of the walk. Git decides about `undecided` paths, by rules outside the project.
 * Files that git tracks are let through although they are `untracked` by the rules.
 */
import { byteString } from '../walk/git-walk.ts';
import { findRule, type IgnoreScope } from '../ignore/ignore-rules.ts';
import { scoutIgnoreName, withIgnoreFile, type Listing } from '../walk/listing.ts';

export interface FolderRules {
  git: IgnoreScope | null;
  scout: IgnoreScope | null;
  /** The folder (`` or ending in `/`) of the repository that the rules belong to. */
  repository: string;
  /** Whether a git rule matches the folder or one above it. Then only tracked files are let through. */
  onlyTracked: boolean;
}

/** `ignored`: even if git tracks it. `untracked`: ignored unless git tracks it. `undecided`: no rule of the project ignores it. */
export type Verdict = 'ignored' | 'untracked' | 'undecided';

export function isRuleFile(name: string): boolean {
  return name === '.gitignore' || name === scoutIgnoreName;
}

export function startRules(listing: Listing): FolderRules {
  return { git: null, scout: listing.configured, repository: '', onlyTracked: false };
}

/** The rules inside a folder (`` or ending in `/`), from those above it and the names in it. */
export function rulesInside(
  listing: Listing,
  above: FolderRules,
  folder: string,
  found: { names: ReadonlySet<string>; isRepository: boolean },
): FolderRules {
  const hasRules = found.isRepository || found.names.has('.gitignore') || found.names.has(scoutIgnoreName);
  if (!hasRules) return above;
  const bytes = byteString(folder);
  const inside = { ...above };
  if (found.isRepository) {
    // Every repository has its own rules.
    inside.repository = folder;
    inside.git = withIgnoreFile(listing, null, bytes, '.git/info/exclude');
  }
  if (found.names.has('.gitignore')) inside.git = withIgnoreFile(listing, inside.git, bytes, '.gitignore');
  if (found.names.has(scoutIgnoreName)) inside.scout = withIgnoreFile(listing, inside.scout, bytes, scoutIgnoreName);
  return inside;
}

/** The verdict on a path (a folder's without a final slash) in the folder with these rules. */
export function judgeByRules(rules: FolderRules, path: string, isFolder: boolean): Verdict {
  const bytes = byteString(path);
  if (isMatched(rules.scout, bytes, isFolder)) return 'ignored';
  return rules.onlyTracked || isMatched(rules.git, bytes, isFolder) ? 'untracked' : 'undecided';
}

function isMatched(scope: IgnoreScope | null, bytes: string, isFolder: boolean): boolean {
  return scope !== null && findRule(scope, bytes, isFolder)?.rule.negated === false;
}

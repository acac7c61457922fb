/**
 * Which ignore rules hold in a folder that is watched, and what they say of a path in it.
 * Invariant: together with git's word on what is `open` (rules outside of the project) and the tracked files that the last walk found
 * behind rules, the verdict is that of the walk.
 */
import { byteString } from '../walk/git-walk.ts';
import { findRule, type IgnoreScope } from '../ignore/ignore-rules.ts';
import { scoutIgnoreName, withIgnoreFile, type Listing } from '../walk/listing.ts';

export interface FolderRules {
  git: IgnoreScope | null;
  scout: IgnoreScope | null;
  /** The folder (`` or ending in `/`) of the repository that the rules belong to. */
  repository: string;
  /** A rule of git's matches the folder or one above it: only what is tracked is let through. */
  onlyTracked: boolean;
}

/** `ignored`: whatever git has tracked; `untracked`: ignored unless it is tracked; `open`: by no rule of the project. */
export type Verdict = 'ignored' | 'untracked' | 'open';

export function isRuleFile(name: string): boolean {
  return name === '.gitignore' || name === scoutIgnoreName;
}

export function startRules(listing: Listing): FolderRules {
  return { git: null, scout: listing.configured, repository: '', onlyTracked: false };
}

/** The rules inside a folder (`` or ending in `/`) from those above it and the names in it. */
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
    // Every repository has rules of its own.
    inside.repository = folder;
    inside.git = withIgnoreFile(listing, null, bytes, '.git/info/exclude');
  }
  if (found.names.has('.gitignore')) inside.git = withIgnoreFile(listing, inside.git, bytes, '.gitignore');
  if (found.names.has(scoutIgnoreName)) inside.scout = withIgnoreFile(listing, inside.scout, bytes, scoutIgnoreName);
  return inside;
}

/** Of a path (a folder's without a final slash) in the folder whose rules these are. */
export function judgeByRules(rules: FolderRules, path: string, isFolder: boolean): Verdict {
  const bytes = byteString(path);
  if (isMatched(rules.scout, bytes, isFolder)) return 'ignored';
  return rules.onlyTracked || isMatched(rules.git, bytes, isFolder) ? 'untracked' : 'open';
}

function isMatched(scope: IgnoreScope | null, bytes: string, isFolder: boolean): boolean {
  return scope !== null && findRule(scope, bytes, isFolder)?.rule.negated === false;
}

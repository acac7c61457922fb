/**
 * The wildcards of `include` and `exclude` in tsconfig.json: `*` and `?` inside one name, `**` for any number of folders.
 * Invariant: a match takes at most (pattern × path) steps, whatever the pattern.
 */
export type PathGlob = readonly string[];

/** @param coversContents whether the glob also matches everything below a path that matches the pattern */
export function pathGlob(pattern: string, coversContents: boolean): PathGlob {
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (coversContents && segments.at(-1) !== '**') segments.push('**');
  return segments;
}

/** Whether an `include` means a folder with all its content: its last name has neither a dot nor a wildcard, or is only dots. */
export function namesFolder(include: string): boolean {
  const trimmed = include.endsWith('/') ? include.slice(0, -1) : include;
  const last = trimmed.slice(trimmed.lastIndexOf('/') + 1);
  if (last === '.' || last === '..') return true;
  return !(last.includes('*') || last.includes('?') || last.includes('.'));
}

/** @param names the folders and the last name of a path. After a mismatch, the last `**` takes one more of them. */
export function matchesGlob(glob: PathGlob, names: readonly string[]): boolean {
  let globIndex = 0;
  let nameIndex = 0;
  let resumeGlob = -1;
  let resumeName = 0;
  while (nameIndex < names.length) {
    const segment = glob[globIndex];
    if (segment === '**') {
      resumeGlob = ++globIndex;
      resumeName = nameIndex;
    } else if (segment !== undefined && matchesName(segment, names[nameIndex] ?? '')) {
      globIndex += 1;
      nameIndex += 1;
    } else if (resumeGlob !== -1) {
      globIndex = resumeGlob;
      nameIndex = ++resumeName;
    } else {
      return false;
    }
  }
  while (glob[globIndex] === '**') globIndex += 1;
  return globIndex === glob.length;
}

/** Works like `matchesGlob`, with characters for names and `*` for `**`. */
function matchesName(pattern: string, name: string): boolean {
  if (pattern === name || pattern === '*') return true;
  let patternIndex = 0;
  let nameIndex = 0;
  let resumePattern = -1;
  let resumeName = 0;
  while (nameIndex < name.length) {
    if (pattern[patternIndex] === '*') {
      resumePattern = ++patternIndex;
      resumeName = nameIndex;
    } else if (
      patternIndex < pattern.length &&
      (pattern[patternIndex] === '?' || pattern[patternIndex] === name[nameIndex])
    ) {
      patternIndex += 1;
      nameIndex += 1;
    } else if (resumePattern !== -1) {
      patternIndex = resumePattern;
      nameIndex = ++resumeName;
    } else {
      return false;
    }
  }
  while (pattern[patternIndex] === '*') patternIndex += 1;
  return patternIndex === pattern.length;
}

/**
 * The wildcards of `include` and `exclude` in tsconfig.json: `*` and `?` inside one name, `**` for any number of folders.
 * Invariant: a match takes at most (pattern × path) steps, whatever the pattern.
 */
export type PathGlob = readonly string[];

/** `open` also matches everything below the path of the pattern. */
export function pathGlob(pattern: string, open: boolean): PathGlob {
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (open && segments.at(-1) !== '**') segments.push('**');
  return segments;
}

/** Whether an `include` means a folder with all its content: its last name has neither a dot nor a wildcard, or is only dots. */
export function namesFolder(include: string): boolean {
  const trimmed = include.endsWith('/') ? include.slice(0, -1) : include;
  const last = trimmed.slice(trimmed.lastIndexOf('/') + 1);
  if (last === '.' || last === '..') return true;
  return !(last.includes('*') || last.includes('?') || last.includes('.'));
}

export function matchesGlob(glob: PathGlob, names: readonly string[]): boolean {
  let at = 0;
  let name = 0;
  let resumeAt = -1;
  let resumeName = 0;
  while (name < names.length) {
    const segment = glob[at];
    if (segment === '**') {
      resumeAt = ++at;
      resumeName = name;
    } else if (segment !== undefined && matchesName(segment, names[name] ?? '')) {
      at += 1;
      name += 1;
    } else if (resumeAt !== -1) {
      at = resumeAt;
      name = ++resumeName;
    } else {
      return false;
    }
  }
  while (glob[at] === '**') at += 1;
  return at === glob.length;
}

function matchesName(pattern: string, name: string): boolean {
  if (pattern === name || pattern === '*') return true;
  let at = 0;
  let char = 0;
  let resumeAt = -1;
  let resumeChar = 0;
  while (char < name.length) {
    if (pattern[at] === '*') {
      resumeAt = ++at;
      resumeChar = char;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[char])) {
      at += 1;
      char += 1;
    } else if (resumeAt !== -1) {
      at = resumeAt;
      char = ++resumeChar;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

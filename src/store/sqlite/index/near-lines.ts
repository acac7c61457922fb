/**
 * Shortens lines that are mostly paths near a given file: the folder that a line shares with the file is replaced by one character, which encodes
 * how many levels above the file's folder it is.
 * Invariant: `farLines(nearLines(x, path), path)` equals `x`, for any lines.
 */

/** A first character with code n, from 1 to this, stands for the folder n - 1 levels above the file's folder. */
const maxSteps = 30;
/** Put before a line that begins with one of these characters itself; the line follows unchanged. */
const asIs = String.fromCharCode(maxSteps + 1);

/** Replaces the nearest folder of `path` with which each line begins by one character. */
export function nearLines(text: string, path: string): string {
  if (text === '') return text;
  const folders = foldersOf(path);
  return text
    .split('\n')
    .map((line) => {
      const steps = folders.findIndex((folder) => folder !== '' && line.startsWith(folder));
      if (steps !== -1) return String.fromCharCode(steps + 1) + line.slice(folders[steps]!.length);
      return line.charCodeAt(0) <= maxSteps + 1 ? asIs + line : line;
    })
    .join('\n');
}

/** Restores the lines that `nearLines` has shortened. */
export function farLines(text: string, path: string): string {
  if (text === '') return text;
  let folders: string[] | null = null;
  return text
    .split('\n')
    .map((line) => {
      const code = line.charCodeAt(0);
      if (Number.isNaN(code) || code > maxSteps + 1) return line;
      if (code === maxSteps + 1) return line.slice(1);
      folders ??= foldersOf(path);
      return (folders[code - 1] ?? '') + line.slice(1);
    })
    .join('\n');
}

/** The folders of a path, nearest first, each with its slash; at most `maxSteps`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.lastIndexOf('/'); at !== -1 && folders.length < maxSteps; at = path.lastIndexOf('/', at - 1)) {
    folders.push(path.slice(0, at + 1));
    if (at === 0) break;
  }
  return folders;
}

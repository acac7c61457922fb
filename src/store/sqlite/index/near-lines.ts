/**
 * Lines that are mostly paths near a file's own: the folders that they share with it are said by how many steps up they lie.
 * Invariant: `farLines(nearLines(x, path), path)` equals `x`, whatever the lines are.
 */

/** A line that starts with the code of a character up to this begins as many folders above the file's own, less one. */
const maxSteps = 30;
/** Behind it a line stands as it is. */
const asIs = String.fromCharCode(maxSteps + 1);

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

/** The nearest first, each with its slash. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.lastIndexOf('/'); at !== -1 && folders.length < maxSteps; at = path.lastIndexOf('/', at - 1)) {
    folders.push(path.slice(0, at + 1));
    if (at === 0) break;
  }
  return folders;
}

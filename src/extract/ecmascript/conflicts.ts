/** Merge conflicts in a saved file. */

const start = /^<{7}(?: .*)?$/m;
const end = /^>{7}(?: .*)?$/m;

export function hasConflicts(text: string): boolean {
  return text.includes('<<<<<<<') && start.test(text) && end.test(text);
}

/** The text with the marker lines blanked and, with `oneSide`, all sides except the first. Length and lines stay the same. */
export function withoutMarkers(text: string, oneSide: boolean): string {
  let isInConflict = false;
  let isDropping = false;
  const lines = text.split('\n').map((line) => {
    const mark = /^(<{7}|\|{7}|={7}|>{7})(?: .*)?\r?$/.exec(line)?.[1];
    const isMark = mark !== undefined && (isInConflict || mark.startsWith('<'));
    if (isMark) {
      isInConflict = !mark.startsWith('>');
      // The common ancestor (`|||||||`) is never read.
      isDropping = mark.startsWith('|') || (oneSide && mark.startsWith('='));
    }
    return isMark || isDropping ? line.replace(/[^\r]/g, ' ') : line;
  });
  return lines.join('\n');
}

/** Merge conflicts in a saved file. */

const start = /^<{7}(?: .*)?$/m;
const end = /^>{7}(?: .*)?$/m;

export function hasConflicts(text: string): boolean {
  return text.includes('<<<<<<<') && start.test(text) && end.test(text);
}

/** The text with the marker lines blanked; with `oneSide`, all sides but the first too. Length and lines stay the same. */
export function withoutMarkers(text: string, oneSide: boolean): string {
  let open = false;
  let dropping = false;
  const lines = text.split('\n').map((line) => {
    const mark = /^(<{7}|\|{7}|={7}|>{7})(?: .*)?\r?$/.exec(line)?.[1];
    const isMark = mark !== undefined && (open || mark.startsWith('<'));
    if (isMark) {
      open = !mark.startsWith('>');
      // The common ancestor (`|||||||`) is never read.
      dropping = mark.startsWith('|') || (oneSide && mark.startsWith('='));
    }
    return isMark || dropping ? line.replace(/[^\r]/g, ' ') : line;
  });
  return lines.join('\n');
}

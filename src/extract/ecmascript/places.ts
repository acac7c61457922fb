/** Lines and columns of offsets in one text. */
import { threadKernel } from '../../kernels/words.ts';

export interface Places {
  /** Offset where each line starts. */
  readonly starts: Uint32Array;
  readonly lines: number;
  /** The last result of `locate`: 1-based line, 1-based column in UTF-16 units. */
  line: number;
  column: number;
}

/** Shared by all files of the thread, one at a time. */
let buffer = new Uint32Array(1 << 14);

/** The places of a text, in which only `\n` ends a line. Only the most recent result may be used. */
export function linePlaces(text: string): Places {
  const starts = threadKernel().lineStarts(text);
  // A copy, since the kernel may read another text meanwhile.
  if (starts.length > buffer.length) buffer = new Uint32Array(starts.length * 2);
  buffer.set(starts);
  return { starts: buffer, lines: starts.length, line: 1, column: 1 };
}

/** Maximum number of lines that `locate` tries one after another, before it searches. */
const maxSteps = 8;

/** Sets `line` and `column`. The walk mostly moves forward, so the lines after the last result are tried first. */
export function locate(places: Places, offset: number): void {
  const { starts, lines } = places;
  let line = places.line - 1;
  if (offset >= starts[line]!) {
    let steps = 0;
    while (line + 1 < lines && starts[line + 1]! <= offset && steps < maxSteps) {
      line++;
      steps++;
    }
    if (steps === maxSteps) line = search(places, offset, line);
  } else if (line > 0 && offset >= starts[line - 1]!) line--;
  else line = search(places, offset, 0);
  places.line = line + 1;
  places.column = offset - starts[line]! + 1;
}

function search({ starts, lines }: Places, offset: number, from: number): number {
  let low = from;
  let high = lines - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

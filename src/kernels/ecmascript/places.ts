/** Lines and columns of offsets, as in `extract/ecmascript/places.ts`, which provides the starts of lines. */

let starts: usize = 0;
let lines: i32 = 0;
/** The last result of `locate`: 1-based line, 1-based column in UTF-16 units. */
export let placeLine: i32 = 1;
export let placeColumn: i32 = 1;

export function setLines(address: usize, count: i32): void {
  starts = address;
  lines = count;
  placeLine = 1;
  placeColumn = 1;
}

function startOf(line: i32): i32 {
  return load<i32>(starts + ((<usize>line) << 2));
}

/** Maximum number of lines that `locate` tries one after another, before it searches. */
const maxSteps = 8;

/** Sets `placeLine` and `placeColumn` for an offset. Walks mostly move forward, so the lines after the last result are tried first. */
export function locate(offset: i32): void {
  let line = placeLine - 1;
  if (offset >= startOf(line)) {
    let steps = 0;
    while (line + 1 < lines && startOf(line + 1) <= offset && steps < maxSteps) {
      line++;
      steps++;
    }
    if (steps === maxSteps) line = search(offset, line);
  } else if (line > 0 && offset >= startOf(line - 1)) line--;
  else line = search(offset, 0);
  placeLine = line + 1;
  placeColumn = offset - startOf(line) + 1;
}

/** Binary search for the line of an offset, from line `from` on. */
function search(offset: i32, from: i32): i32 {
  let low = from;
  let high = lines - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (startOf(middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

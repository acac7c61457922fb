/** Names that are as long as a map has room for. */

/** Longer names are cut in the middle: their ends tell them apart. */
const maxLetters = 24;
const fewestLetters = 8;
/** The widths of boxes, in pixels. */
const [leastWidth, mostWidth] = [84, 200];

export function cutMiddle(text: string, most = maxLetters): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
}

/** A name as it fits into a box, and the width of that box. @param beside the width of what else stands in its line */
export function fitted(
  name: string,
  beside: number,
  widthOf: (text: string) => number,
): { label: string; width: number } {
  let most = maxLetters;
  let label = cutMiddle(name, most);
  while (widthOf(label) + beside > mostWidth && most > fewestLetters) label = cutMiddle(name, --most);
  return { label, width: Math.round(Math.max(widthOf(label) + beside, leastWidth)) };
}

/** The places that an answer in text shows or names, as the scorer of `regions` reads them. */

export interface AnswerPlace {
  path: string;
  /** Lines from 1, both included. */
  start: number;
  end: number;
}

export interface PlacesInAnswer {
  /** Lines that are printed, in the order of the answer. */
  regions: AnswerPlace[];
  /** Places that the answer only names, in its order. */
  named: AnswerPlace[];
}

/** A mark that stands for lines left out: `… 12 lines (40-51)` or `… 1 line (40)`. */
const leftOut = /^\s*… \d+ lines? \((\d+)(?:-(\d+))?\)/;

/** Adds the lines of one piece, without those that are left out. */
function addShown(regions: AnswerPlace[], { path, start, end }: AnswerPlace, body: readonly string[]): void {
  let from = start;
  for (const line of body) {
    const gap = leftOut.exec(line);
    if (gap === null) continue;
    const [first, last] = [Number(gap[1]), Number(gap[2] ?? gap[1])];
    if (first > from) regions.push({ path, start: from, end: first - 1 });
    from = last + 1;
  }
  if (from <= end) regions.push({ path, start: from, end });
}

/** Splits a text at its headings, each with the lines below it. */
function sections(text: string, isHeading: (line: string) => boolean): { heading: string; body: string[] }[] {
  const found: { heading: string; body: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (isHeading(line)) found.push({ heading: line, body: [] });
    else found.at(-1)?.body.push(line);
  }
  return found;
}

export function placesInExplore(text: string): PlacesInAnswer {
  const places: PlacesInAnswer = { regions: [], named: [] };
  for (const { heading, body } of sections(text, (line) => line.startsWith('## '))) {
    const piece = /^## (.+?):(\d+)-(\d+)(?: |$)/.exec(heading);
    if (piece !== null)
      addShown(places.regions, { path: piece[1]!, start: Number(piece[2]), end: Number(piece[3]) }, body);
    else for (const line of body) addNamed(places.named, line);
  }
  return places;
}

/** `src/a.ts: first 1-20, second 30-44`. */
function addNamed(named: AnswerPlace[], line: string): void {
  const listed = /^([^:]+): (.*)$/.exec(line);
  if (listed === null) return;
  for (const [, from, to] of listed[2]!.matchAll(/(\d+)-(\d+)(?=,| and |;|$)/g))
    named.push({ path: listed[1]!, start: Number(from), end: Number(to) });
}

/** Of `search_repo`: `[95.3% match] ./path:15-25`, then `Language: …`, then the code. */
export function placesInSearch(text: string): PlacesInAnswer {
  const places: PlacesInAnswer = { regions: [], named: [] };
  for (const { heading, body } of sections(text, (line) => /^\[[\d.]+% match\] /.test(line))) {
    const hit = /\] \.\/(.+):(\d+)-(\d+)$/.exec(heading);
    if (hit === null) continue;
    const place = { path: hit[1]!, start: Number(hit[2]), end: Number(hit[3]) };
    const hasCode = body.some((line) => line.trim() !== '' && !/^Language: /.test(line));
    if (hasCode) addShown(places.regions, place, body);
    else places.named.push(place);
  }
  return places;
}

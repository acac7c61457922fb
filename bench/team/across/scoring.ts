/** Compares our calls into another repository with an oracle's. Places are `path:line:column` in the user. */

export interface Call {
  path: string;
  line: number;
  column: number;
  kind: string;
  /** A declaration in the library: its name, the lines of the name, and its range. */
  target: { name: string; path: string; lines: readonly number[]; startLine: number; endLine: number };
}

/** By place of a call that the oracle understands: its declarations in the library; empty for one that leads elsewhere. */
export type Truth = Map<string, { path: string; line: number }[]>;

export interface Found {
  /** By place. */
  calls: ReadonlyMap<string, readonly Call[]>;
  /** Calls of the oracle that we found. */
  found: number;
  /** Places of ours that the oracle understands, and how many of them are right. */
  judged: number;
  right: number;
  unjudged: number;
  wrong: readonly string[];
  /** Places that have links inside of the user, and those that its index leaves open. */
  own: ReadonlySet<string>;
  open: ReadonlySet<string>;
}

const constructors: ReadonlySet<string> = new Set(['constructor', '__init__', '__construct', 'initialize']);

/** A construction leads to the class or to its constructor. */
function isMeant({ kind, target }: Call, { path, line }: { path: string; line: number }): boolean {
  if (path !== target.path) return false;
  return target.lines.includes(line) || (kind === 'construct' && line >= target.startLine && line <= target.endLine);
}

export function foundCalls(calls: readonly Call[], truth: Truth): Omit<Found, 'own' | 'open'> {
  const byPlace = Map.groupBy(calls, ({ path, line, column }) => `${path}:${line}:${column}`);
  const wrong: string[] = [];
  let [found, judged, right, unjudged] = [0, 0, 0, 0];
  for (const [place, ours] of byPlace) {
    if (ours.every(({ kind }) => kind === 'read')) continue;
    const declared = truth.get(place);
    // Where a class of the user inherits its constructor, oracles name the class, and we what runs as well.
    const isInherited = declared?.length === 0 && ours.every(({ target }) => constructors.has(target.name));
    if (declared === undefined || isInherited) {
      // Handing a function on is a call for some oracles only.
      if (ours.some(({ kind }) => kind !== 'pass')) unjudged++;
      continue;
    }
    judged++;
    if (ours.some((one) => declared.some((to) => isMeant(one, to)))) right++;
    else
      wrong.push(
        `${place} > ${ours.map(({ kind, target }) => `${kind} ${target.path}:${target.startLine}`).join(', ')}`,
      );
  }
  for (const [place, declared] of truth)
    if (byPlace.get(place)?.some((one) => declared.some((to) => isMeant(one, to))) === true) found++;
  return { calls: byPlace, found, judged, right, unjudged, wrong };
}

export interface Miss {
  place: string;
  why: string;
  declared: string;
}

/** The calls of the oracle that we do not have, each with what we have instead. */
export function misses(truth: Truth, { calls, own, open }: Found): Miss[] {
  const missed: Miss[] = [];
  for (const [place, declared] of truth) {
    const ours = calls.get(place) ?? [];
    if (declared.length === 0 || ours.some((one) => declared.some((to) => isMeant(one, to)))) continue;
    const why =
      ours.length > 0
        ? ours.some(({ target }) => declared.some(({ path: to }) => to === target.path))
          ? 'linked to another declaration of the same file, mostly another overload'
          : 'linked to a symbol in another file of the library'
        : own.has(place)
          ? 'linked to a symbol of the user itself'
          : open.has(place)
            ? 'the type before the dot, or the name, stays unknown'
            : 'taken for a call of something outside of both';
    missed.push({ place, why, declared: declared.map(({ path, line }) => `${path}:${line}`).join(', ') });
  }
  return missed;
}

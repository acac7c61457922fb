/**
 * Implementations that no file declares (Go's interfaces, declarations beside JavaScript), in a form that is stored with the implementing file.
 * Such a relation follows from two files that need not know each other. It is computed for the whole project when one of them changes what it
 * declares, and read from the index otherwise.
 * The form: a line with the hash of what Go's types declare of their methods (`methodsHash`), then one line for each implementation: its key, the
 * key of the declaration, and the path of the declaring file.
 */
import { entityFields } from '../../model/file-summary.ts';
import type { Link } from '../../model/link.ts';
import type { ProgramFile } from '../program/program-file.ts';
import type { Implied } from '../program/targets.ts';
import type { Program } from '../program/program.ts';
import type { Target } from '../program/targets.ts';

/** In `LinkedFile.resolution`: stands between the targets of modules and the rest. */
const mark = '\n//\n';

export interface Resolution {
  /** The targets of the file's modules, as a text to compare. */
  modules: string;
  /** `methodsHash` */
  methods: string;
  implicit: string;
}

export function splitResolution(resolution: string): Resolution {
  const at = resolution.indexOf(mark);
  if (at === -1) return { modules: resolution, methods: '', implicit: '' };
  const [methods, implicit] = halves(resolution.slice(at + mark.length));
  return { modules: resolution.slice(0, at), methods, implicit };
}

/** The first line, and the lines after it. */
function halves(lines: string): [string, string] {
  const feed = lines.indexOf('\n');
  return feed === -1 ? [lines, ''] : [lines.slice(0, feed), lines.slice(feed + 1)];
}

export function joinResolution({ modules, methods, implicit }: Resolution): string {
  if (methods === '' && implicit === '') return modules;
  return `${modules}${mark}${methods}${implicit === '' ? '' : `\n${implicit}`}`;
}

/** Lines of each file, by its index; files without any are left out. */
export function implicitLines(
  implied: readonly Implied[],
  keyOf: (target: Target) => number | null,
): Map<number, string> {
  const lines = new Map<number, Set<string>>();
  for (const { declared, implemented } of implied) {
    const [own, target] = [keyOf(implemented), keyOf(declared)];
    if (own === null || target === null) continue;
    const { index } = implemented.file;
    const known = lines.get(index) ?? new Set<string>();
    known.add(`${own} ${target} ${declared.file.path}`);
    lines.set(index, known);
  }
  return new Map([...lines].map(([index, all]) => [index, [...all].sort().join('\n')]));
}

/** Adds a file's implicit implementations to its links. @param from `implicit`: the lines; `keys`: those of the file's definitions */
export function addImplicitLinks(
  links: Map<number, Link[]>,
  file: ProgramFile,
  from: { implicit: string; keys: readonly number[]; program: Program },
): void {
  if (from.implicit === '') return;
  const places = placesByKey(file, from.keys);
  for (const line of from.implicit.split('\n')) {
    const [own = '', target = '', ...path] = line.split(' ');
    const place = places.get(Number(own));
    const to = from.program.file(path.join(' '));
    if (place === undefined || to === undefined) continue;
    const link: Link = { target: Number(target), kind: 'overrides', resolution: 'type', ...place };
    const known = links.get(to.index);
    if (known === undefined) links.set(to.index, [link]);
    else known.push(link);
  }
}

function placesByKey(
  file: ProgramFile,
  keys: readonly number[],
): Map<number, Pick<Link, 'line' | 'column' | 'container'>> {
  const places = new Map<number, Pick<Link, 'line' | 'column' | 'container'>>();
  for (let entity = 0; entity < file.entityCount; entity++) {
    const container = file.definition(entity);
    const key = container === -1 ? undefined : keys[container];
    if (key === undefined || places.has(key)) continue;
    places.set(key, {
      line: file.get(entity, entityFields.line),
      column: file.get(entity, entityFields.column),
      container,
    });
  }
  return places;
}

/**
 * Implementations that no file declares (of Go's interfaces, of declaration files beside JavaScript), and the text that stores them with the
 * implementing file.
 * An implementation depends on two files that need not depend on each other. All are computed together, for the whole project, when a file
 * changes what it declares; otherwise they are read from the index.
 * The text is a line with the hash of the file's methods (`methodsHash`), then a line for each implementation: the key of the implementing
 * symbol, the key of the implemented symbol, and the path of the file that declares the implemented symbol.
 */
import { entityFields } from '../../model/file-summary.ts';
import type { Link } from '../../model/link.ts';
import type { ProgramFile } from '../program/program-file.ts';
import type { Implied } from '../program/targets.ts';
import type { Program } from '../program/program.ts';
import type { Target } from '../program/targets.ts';

/** Separates, in `LinkedFile.resolution`, the targets of modules from the text of implementations. */
const separator = '\n//\n';

/** The parts of `LinkedFile.resolution`. */
export interface Resolution {
  /** The targets of the file's module specifiers, as one text that is compared. */
  modules: string;
  /** `methodsHash` */
  methods: string;
  /** The lines of the file's implicit implementations. */
  implicit: string;
}

export function splitResolution(resolution: string): Resolution {
  const at = resolution.indexOf(separator);
  if (at === -1) return { modules: resolution, methods: '', implicit: '' };
  const [methods, implicit] = halves(resolution.slice(at + separator.length));
  return { modules: resolution.slice(0, at), methods, implicit };
}

/** The first line, and the lines after it. */
function halves(lines: string): [string, string] {
  const feed = lines.indexOf('\n');
  return feed === -1 ? [lines, ''] : [lines.slice(0, feed), lines.slice(feed + 1)];
}

export function joinResolution({ modules, methods, implicit }: Resolution): string {
  if (methods === '' && implicit === '') return modules;
  return `${modules}${separator}${methods}${implicit === '' ? '' : `\n${implicit}`}`;
}

/** The lines of implementations by the index of the implementing file; files without any are left out. */
export function implicitLines(
  implied: readonly Implied[],
  keyOf: (target: Target) => number | null,
): Map<number, string> {
  const lines = new Map<number, Set<string>>();
  for (const { declared, implemented } of implied) {
    const [implementing, target] = [keyOf(implemented), keyOf(declared)];
    if (implementing === null || target === null) continue;
    const { index } = implemented.file;
    const ofFile = lines.get(index) ?? new Set<string>();
    ofFile.add(`${implementing} ${target} ${declared.file.path}`);
    lines.set(index, ofFile);
  }
  return new Map([...lines].map(([index, all]) => [index, [...all].sort().join('\n')]));
}

/** Adds a file's implicit implementations to its links. @param from `implicit`: the file's lines; `keys`: the keys of its definitions */
export function addImplicitLinks(
  links: Map<number, Link[]>,
  file: ProgramFile,
  from: { implicit: string; keys: readonly number[]; program: Program },
): void {
  if (from.implicit === '') return;
  const positions = positionsByKey(file, from.keys);
  for (const line of from.implicit.split('\n')) {
    const [implementing = '', target = '', ...path] = line.split(' ');
    const position = positions.get(Number(implementing));
    const to = from.program.file(path.join(' '));
    if (position === undefined || to === undefined) continue;
    const link: Link = { target: Number(target), kind: 'overrides', resolution: 'type', ...position };
    const list = links.get(to.index);
    if (list === undefined) links.set(to.index, [link]);
    else list.push(link);
  }
}

/** Where each symbol of a file is first declared, by the symbol's key. */
function positionsByKey(
  file: ProgramFile,
  keys: readonly number[],
): Map<number, Pick<Link, 'line' | 'column' | 'container'>> {
  const positions = new Map<number, Pick<Link, 'line' | 'column' | 'container'>>();
  for (let entity = 0; entity < file.entityCount; entity++) {
    const container = file.definition(entity);
    const key = container === -1 ? undefined : keys[container];
    if (key === undefined || positions.has(key)) continue;
    positions.set(key, {
      line: file.get(entity, entityFields.line),
      column: file.get(entity, entityFields.column),
      container,
    });
  }
  return positions;
}

/** Finds circular imports and those that are permitted (`allowedCircles` of boundaries.ts). */
import { allowedCircles, type AllowedCircle } from './boundaries.ts';

/**
 * The modules of each circle, sorted by name: those that reach each other by any path.
 * @param imports the imports of each module; modules that are not keys are ignored
 */
export function importCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const places = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const visit = (module: string): number => {
    const place = places.size;
    let low = place;
    places.set(module, place);
    open.push(module);
    isOpen.add(module);
    for (const next of imports.get(module) ?? []) {
      if (!imports.has(next)) continue;
      if (!places.has(next)) low = Math.min(low, visit(next));
      else if (isOpen.has(next)) low = Math.min(low, lowest.get(next) ?? places.get(next)!);
    }
    lowest.set(module, low);
    if (low === place) {
      const circle = open.splice(open.indexOf(module));
      for (const one of circle) isOpen.delete(one);
      if (circle.length > 1 || imports.get(module)?.includes(module) === true) circles.push(circle.sort());
    }
    return low;
  };
  for (const module of imports.keys()) if (!places.has(module)) visit(module);
  return circles;
}

function isIn({ in: places }: AllowedCircle, circle: readonly string[]): boolean {
  const all = typeof places === 'string' ? [places] : places;
  return circle.every((module) =>
    all.some((place) => (place.endsWith('/') ? module.startsWith(place) : module === place)),
  );
}

/** Whether all modules of a circle are in one folder. */
function isOfOneFolder(circle: readonly string[]): boolean {
  return new Set(circle.map((module) => module.slice(0, module.lastIndexOf('/') + 1))).size === 1;
}

/** @param imports by path in src */
export function circleProblems(
  imports: ReadonlyMap<string, readonly string[]>,
  allowed: readonly AllowedCircle[] = allowedCircles,
): string[] {
  const circles = importCircles(imports);
  const wrong = circles.filter((circle) => !isOfOneFolder(circle) || !allowed.some((one) => isIn(one, circle)));
  const gone = allowed.filter((one) => !circles.some((circle) => isIn(one, circle)));
  return [
    ...wrong.map((circle) => `src/${circle[0]!}:1: a circle of ${circle.length} imports: ${circle.join(' ')}`),
    ...gone.map((one) => `scripts/lib/boundaries.ts:1: there is no circle in ${[one.in].flat().join(', ')} any more`),
  ];
}

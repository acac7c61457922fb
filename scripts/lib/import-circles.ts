/** Finds circular imports, and compares them with those that are permitted (`allowedCircles` of boundaries.ts). */
import { allowedCircles, type AllowedCircle } from './boundaries.ts';

/**
 * The modules of each circle, sorted by name: those that reach each other by any path (Tarjan's algorithm).
 * @param imports the imports of each module; modules that are not keys are ignored
 */
export function importCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const visit = (module: string): number => {
    const index = indexes.size;
    let low = index;
    indexes.set(module, index);
    stack.push(module);
    onStack.add(module);
    for (const next of imports.get(module) ?? []) {
      if (!imports.has(next)) continue;
      if (!indexes.has(next)) low = Math.min(low, visit(next));
      else if (onStack.has(next)) low = Math.min(low, lowest.get(next) ?? indexes.get(next)!);
    }
    lowest.set(module, low);
    if (low === index) {
      const circle = stack.splice(stack.indexOf(module));
      for (const one of circle) onStack.delete(one);
      if (circle.length > 1 || imports.get(module)?.includes(module) === true) circles.push(circle.sort());
    }
    return low;
  };
  for (const module of imports.keys()) if (!indexes.has(module)) visit(module);
  return circles;
}

function isIn({ in: allowed }: AllowedCircle, circle: readonly string[]): boolean {
  const paths = typeof allowed === 'string' ? [allowed] : allowed;
  return circle.every((module) =>
    paths.some((path) => (path.endsWith('/') ? module.startsWith(path) : module === path)),
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
  const forbidden = circles.filter((circle) => !isOfOneFolder(circle) || !allowed.some((one) => isIn(one, circle)));
  const unused = allowed.filter((one) => !circles.some((circle) => isIn(one, circle)));
  return [
    ...forbidden.map((circle) => `src/${circle[0]!}:1: a circle of ${circle.length} imports: ${circle.join(' ')}`),
    ...unused.map((one) => `scripts/lib/boundaries.ts:1: there is no circle in ${[one.in].flat().join(', ')} any more`),
  ];
}

/** An engine that knows whether it is in use, so that it is not closed under a question. */
import type { Engine } from '../types.ts';

export class EngineUse {
  #running = 0;
  #lastMs = performance.now();

  get isRunning(): boolean {
    return this.#running > 0;
  }

  /** How long nothing has been asked (ms); 0 while a question is under way. */
  get idleMs(): number {
    return this.isRunning ? 0 : performance.now() - this.#lastMs;
  }

  begin(): void {
    this.#running++;
    this.#lastMs = performance.now();
  }

  end(): void {
    this.#running--;
    this.#lastMs = performance.now();
  }
}

/** The parts of an engine that have questions of their own. */
const parts: ReadonlySet<PropertyKey> = new Set<keyof Engine>([
  'graph',
  'editor',
  'changes',
  'chunks',
  'files',
  'completion',
  'text',
  'semantic',
  'scip',
]);

/** The same engine with more properties, whose questions count as a use of all of `uses`. */
export function countedEngine<T extends Engine>(engine: T, uses: readonly EngineUse[], more: Partial<Engine> = {}): T {
  return counted(engine, uses, { nested: parts, more });
}

function counted<T extends object>(
  target: T,
  uses: readonly EngineUse[],
  { nested, more }: { nested: ReadonlySet<PropertyKey>; more: object },
): T {
  const kept = new Map<PropertyKey, unknown>(Object.entries(more));
  return new Proxy(target, {
    get(_, name) {
      if (kept.has(name)) return kept.get(name);
      // Getters of private fields need the engine itself.
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === 'function') {
        const call = (...args: unknown[]): unknown => countedCall(() => Reflect.apply(value, target, args), uses);
        kept.set(name, call);
        return call;
      }
      if (!nested.has(name) || typeof value !== 'object' || value === null) return value;
      const part = counted(value, uses, { nested: noParts, more: {} });
      kept.set(name, part);
      return part;
    },
  });
}

const noParts: ReadonlySet<PropertyKey> = new Set();

function countedCall(call: () => unknown, uses: readonly EngineUse[]): unknown {
  for (const use of uses) use.begin();
  const end = (): void => {
    for (const use of uses) use.end();
  };
  let result: unknown;
  try {
    result = call();
  } catch (error) {
    end();
    throw error;
  }
  if (!(result instanceof Promise)) {
    end();
    return result;
  }
  return result.finally(end);
}

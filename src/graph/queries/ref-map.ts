/** Maps and sets by symbol, which need no string key for each. Invariant: values are returned in the order in which their symbols were first set. */

/** A symbol of a linked file; key 0 is the top level of the file. */
export interface SymbolRef {
  file: number;
  key: number;
}

/** A map by symbol. */
export class RefMap<Value> {
  readonly #files = new Map<number, Map<number, number>>();
  readonly #values: Value[] = [];

  get size(): number {
    return this.#values.length;
  }

  has({ file, key }: SymbolRef): boolean {
    return this.hasAt(file, key);
  }

  hasAt(file: number, key: number): boolean {
    return this.#files.get(file)?.has(key) === true;
  }

  get({ file, key }: SymbolRef): Value | undefined {
    const at = this.#files.get(file)?.get(key);
    return at === undefined ? undefined : this.#values[at];
  }

  set({ file, key }: SymbolRef, value: Value): void {
    let keys = this.#files.get(file);
    if (keys === undefined) this.#files.set(file, (keys = new Map<number, number>()));
    const at = keys.get(key);
    if (at !== undefined) {
      this.#values[at] = value;
      return;
    }
    keys.set(key, this.#values.length);
    this.#values.push(value);
  }

  values(): readonly Value[] {
    return this.#values;
  }
}

/** Groups values by symbol. */
export function groupByRef<Value>(
  values: readonly Value[],
  refOf: (value: Value) => SymbolRef,
): RefMap<[Value, ...Value[]]> {
  const groups = new RefMap<[Value, ...Value[]]>();
  for (const value of values) {
    const ref = refOf(value);
    const group = groups.get(ref);
    if (group === undefined) groups.set(ref, [value]);
    else group.push(value);
  }
  return groups;
}

/** The symbols without duplicates. */
export function distinctRefs(refs: Iterable<SymbolRef>): readonly SymbolRef[] {
  const distinct = new RefMap<SymbolRef>();
  for (const ref of refs) if (!distinct.has(ref)) distinct.set(ref, ref);
  return distinct.values();
}

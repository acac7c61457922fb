/**
 * Which modules of a bundle are loaded together whatever the program is asked. esbuild's splitting makes a file for each set of entries that
 * modules are needed by, and counts each late import as an entry, also one that can only come when what imports it is there: a hundred files
 * of which the start of a server read sixty, at half a millisecond each.
 * Invariant: nobody who loads one module of a set could do without another of it; what modules of a set import in between is of the set too.
 */
import type { Metafile } from 'esbuild';

type Inputs = Metafile['inputs'];

/** An entry with the modules that are loaded with it, and those that it may load later. */
interface Entry {
  modules: ReadonlySet<string>;
  later: ReadonlySet<string>;
}

/**
 * Sources, of which only several are a set.
 * @param roots what programs and threads begin with
 */
export function modulesLoadedTogether(inputs: Inputs, roots: readonly string[]): string[][] {
  const entries = entriesFrom(inputs, roots);
  const before = new Map([...entries.keys()].map((entry) => [entry, loadedBefore(entries, roots, entry)]));
  const neededBy = new Map<string, string[]>();
  for (const [entry, { modules }] of entries) {
    for (const file of modules) neededBy.set(file, [...(neededBy.get(file) ?? []), entry]);
  }
  const sets = new Map<string, string[]>();
  for (const [file, needing] of neededBy) {
    if (!file.startsWith('src/')) continue;
    const first = needing.filter((entry) => !needing.some((other) => before.get(entry)?.has(other) === true));
    const key = first.toSorted().join('\n');
    sets.set(key, [...(sets.get(key) ?? []), file]);
  }
  return [...sets.values()].filter((set) => set.length > 1);
}

/** Modules by what they belong to: each with what it needs at once. */
export interface Stages {
  /** What `index` needs where nothing has changed, and others first. */
  settled: readonly string[];
  /** What every command begins with, beside that. */
  always: readonly string[];
  /** What a server adds for its handshake, … */
  handshake: readonly string[];
  /** … and with the first question. What commands need too stands in the first list. */
  engine: readonly string[];
  tools: readonly string[];
  /** What the command line reads its arguments with, and what begins then: without a handshake, and not all of it with the engine. */
  commandLine: readonly string[];
  commands: readonly string[];
}

/**
 * A file for each stage of a start: what tells that nothing has changed, what all commands have in common with a server's handshake, what is
 * the handshake's alone, the engine, the tools.
 * Invariants: a stage imports of those before it only; what is loaded by its own name is in none, or its file would be cut in two.
 */
export function stagesOfStart(inputs: Inputs, stages: Stages): string[][] {
  const { settled, always, handshake, engine, tools, commandLine, commands } = stages;
  const needed = (roots: readonly string[]): Set<string> =>
    new Set(roots.flatMap((root) => [...loadedWith(inputs, root).modules]).filter((file) => file.startsWith('src/')));
  const elsewhere = needed([...commandLine, ...commands, ...engine]);
  const later = needed([...engine, ...tools]);
  const start = needed(settled);
  const base = needed(always)
    .union(needed(handshake).intersection(elsewhere))
    .union(needed(commandLine).intersection(later))
    .difference(start);
  const begun = base.union(start);
  const first = needed(handshake).difference(begun);
  const second = needed(engine).difference(begun);
  const third = needed(tools).difference(begun).difference(first).difference(second);
  const entries = new Set(Object.keys(inputs).flatMap((file) => laterOf(inputs, file)));
  return [start, base, first, second, third].map((set) => [...set.difference(entries)]);
}

/** Without the modules of others, which no set of these imports from a set. */
export function setsBeside(sets: readonly (readonly string[])[], others: readonly (readonly string[])[]): string[][] {
  const taken = new Set(others.flat());
  return sets.map((set) => set.filter((file) => !taken.has(file))).filter((set) => set.length > 1);
}

function entriesFrom(inputs: Inputs, roots: readonly string[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const left = [...roots];
  for (let entry = left.pop(); entry !== undefined; entry = left.pop()) {
    if (entries.has(entry)) continue;
    const found = loadedWith(inputs, entry);
    entries.set(entry, found);
    left.push(...found.later);
  }
  return entries;
}

function laterOf(inputs: Inputs, file: string): string[] {
  return (inputs[file]?.imports ?? []).filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path);
}

function loadedWith(inputs: Inputs, entry: string): Entry {
  const modules = new Set([entry]);
  const later = new Set<string>();
  // The set grows while it is gone through.
  for (const file of modules) {
    for (const { path, kind, external } of inputs[file]?.imports ?? []) {
      if (external === true || inputs[path] === undefined) continue;
      if (kind === 'dynamic-import') later.add(path);
      else modules.add(path);
    }
  }
  return { modules, later };
}

/** Entries without which nobody comes to this one. */
function loadedBefore(entries: ReadonlyMap<string, Entry>, roots: readonly string[], entry: string): Set<string> {
  const before = new Set<string>();
  for (const other of entries.keys())
    if (other !== entry && !isReached(entries, roots, { entry, without: other })) before.add(other);
  return before;
}

function isReached(
  entries: ReadonlyMap<string, Entry>,
  roots: readonly string[],
  { entry, without }: { entry: string; without: string },
): boolean {
  const reached = new Set(roots.filter((root) => root !== without));
  for (const at of reached) {
    if (at === entry) return true;
    for (const next of entries.get(at)?.later ?? []) if (next !== without) reached.add(next);
  }
  return false;
}

/**
 * What every entry of the built program begins with, as text (script-files.ts): it runs the scripts that the bundle's files were made into, with
 * what V8 had compiled of each when the program was built (code-caches.ts).
 * Invariants: it imports nothing, and does nothing before it is called; without a cache, or with one that V8 does not take, all is as with it,
 * only slower; a cache is read from the folder of the program and from nowhere else.
 */

export type Exports = Record<string, unknown>;

/** What a file of a script gives. */
interface Script {
  /** Names of scripts, and of packages, whose exports it is run with, in this order. */
  scripts: string[];
  packages: string[];
  run: (...given: unknown[]) => Exports;
}

interface Known extends Script {
  exports: Exports | null;
}

export interface Scripts {
  /** What `import()` of the file was. */
  load: (name: string) => Promise<Exports>;
  /** Of a script that needs no package. */
  loadNow: (name: string) => Exports;
}

interface FileReader {
  /** What it gives is there until the next file is read. Throws as the file system does. */
  read: (file: string) => Buffer;
  /** Gives the memory back. */
  forget: () => void;
}

/** Reads one file after the other into the same memory: pages that the system has not given before cost more than reading. */
function fileReader(): FileReader {
  const { closeSync, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs');
  const usual = 1 << 20;
  const none = Buffer.allocUnsafeSlow(0);
  let memory = none;
  const forget = (): void => {
    memory = none;
  };
  const read = (file: string): Buffer => {
    const descriptor = openSync(file, 'r');
    try {
      const { size } = fstatSync(descriptor);
      if (memory.length < size) memory = Buffer.allocUnsafeSlow(Math.max(size, usual));
      return memory.subarray(0, readSync(descriptor, memory, 0, size, 0));
    } finally {
      closeSync(descriptor);
    }
  };
  return { read, forget };
}

/**
 * What V8 had compiled. It takes no cache that was made under other settings, whatever they are about. The program sets some while it runs, about when
 * code is optimised and how much memory is taken, none of which changes what is compiled from a text: where nobody else has set any, a cache is
 * marked with those of the moment, at the place of its head where V8 looks.
 */
function cacheIn(file: string, read: (file: string) => Buffer): Buffer | undefined {
  const areOursAlone = process.execArgv.length === 0 && process.env['NODE_OPTIONS'] === undefined;
  const settingsAt = 12;
  try {
    const cache = read(file);
    if (!areOursAlone) return cache;
    const own = new (process.getBuiltinModule('node:vm').Script)('0').createCachedData();
    cache.set(own.subarray(settingsAt, settingsAt + 4), settingsAt);
    return cache;
  } catch {
    return undefined;
  }
}

/** @param entry the entry's own URL: the scripts stand beside it */
export function scriptsBeside(entry: string, importModule: (specifier: string) => Promise<unknown>): Scripts {
  const builtin = process.getBuiltinModule;
  const vm = builtin('node:vm');
  const { read, forget } = fileReader();
  const folderUrl = entry.slice(0, entry.lastIndexOf('/') + 1);
  const folder = builtin('node:url').fileURLToPath(folderUrl);
  const known = new Map<string, Known>();

  function scriptOf(name: string): Known {
    const found = known.get(name);
    if (found !== undefined) return found;
    const filename = `${folder}${name}.cjs`;
    // The build sees to it that there is nothing but ASCII in it.
    const text = read(filename).toString('latin1');
    const script = new vm.Script(text, { filename, cachedData: cacheIn(`${folder}${name}.cache`, read) });
    const made = Object.assign(script.runInThisContext() as Script, { exports: null });
    known.set(name, made);
    return made;
  }

  function packagesOf(name: string, seen: Set<string>, packages: Set<string>): Set<string> {
    if (seen.has(name)) return packages;
    seen.add(name);
    const script = scriptOf(name);
    if (script.exports !== null) return packages;
    for (const one of script.packages) packages.add(one);
    for (const one of script.scripts) packagesOf(one, seen, packages);
    return packages;
  }

  function run(name: string, packages: Map<string, unknown>): Exports {
    const script = scriptOf(name);
    if (script.exports === null) {
      const scripts = script.scripts.map((one) => run(one, packages));
      const needed = script.packages.map((one) => packages.get(one));
      const meta = { url: `${folderUrl}${name}.cjs` };
      script.exports = script.run(builtin, load, importModule, meta, ...scripts, ...needed);
    }
    return script.exports;
  }

  async function load(name: string): Promise<Exports> {
    const packages = new Map<string, unknown>();
    const needed = packagesOf(name, new Set(), new Set());
    forget();
    for (const one of needed) packages.set(one, await importModule(one));
    return run(name, packages);
  }

  function loadNow(name: string): Exports {
    const exports = run(name, new Map());
    forget();
    return exports;
  }

  return { load, loadNow };
}

/** SQLite of Node, loaded at first use. */

let loaded: typeof import('node:sqlite') | null = null;

/** Loads the module without the warning of Node 22 that SQLite is experimental; other warnings pass. */
export function lazySqlite(): typeof import('node:sqlite') {
  return (loaded ??= load());
}

function load(): typeof import('node:sqlite') {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    const text = typeof warning === 'string' ? warning : warning.message;
    if (rest[0] === 'ExperimentalWarning' && text.startsWith('SQLite is an experimental feature')) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * Modules of Node's that not every start needs, each of which takes one or two milliseconds to load: the first who needs one loads it.
 * Invariant: it is loaded under V8's own settings, or Node would compile it anew, which takes two or three times as long (v8-settings.ts).
 */
import { loadAsUsual } from './v8-settings.ts';

/** @param load is called once */
function late<Module>(load: () => Module): () => Module {
  let module: Module | null = null;
  return () => {
    if (module !== null) return module;
    const done = loadAsUsual();
    try {
      return (module = load());
    } finally {
      done();
    }
  };
}

export const lateCrypto = late(() => process.getBuiltinModule('node:crypto'));
export const lateZlib = late(() => process.getBuiltinModule('node:zlib'));
export const lateFiles = late(() => process.getBuiltinModule('node:fs/promises'));

/** Imports: the names and modules that a file takes from other files and packages. */

/** `local`: a file of the project (relative or by the language's own rule); `builtin`: the language's standard library. */
export type ImportType = 'local' | 'external' | 'builtin';

export interface ImportedName {
  /** The name as the module exports it; `default` for a default import, `*` for everything. */
  name: string;
  /** The name in the importing file, if it differs; else null. */
  alias: string | null;
}

export interface Import {
  /** The module as written (`./a.js`, `os.path`, `fmt`), without quotes. */
  module: string;
  type: ImportType;
  names: ImportedName[];
  /** Name under which the whole module is bound (`import * as ns`, `import numpy as np`), or null. */
  alias: string | null;
  isDynamic: boolean;
  /** Whether it is an `export … from`. */
  isReexport: boolean;
  isTypeOnly: boolean;
  line: number;
  column: number;
}

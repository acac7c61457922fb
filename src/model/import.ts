/** Imports: what a file takes from elsewhere. */

/** `local`: a file of the project (relative or by the language's own rule); `builtin`: the language's standard library. */
export type ImportType = 'local' | 'external' | 'builtin';

export interface ImportedName {
  /** As exported there; `default` for a default import, `*` for everything. */
  name: string;
  /** As called here, when it differs; null otherwise. */
  alias: string | null;
}

export interface Import {
  /** As written (`./a.js`, `os.path`, `fmt`), without quotes. */
  module: string;
  type: ImportType;
  names: ImportedName[];
  /** Name under which the whole module is bound (`import * as ns`, `import numpy as np`), or null. */
  alias: string | null;
  isDynamic: boolean;
  /** `export … from`. */
  isReexport: boolean;
  isTypeOnly: boolean;
  line: number;
  column: number;
}

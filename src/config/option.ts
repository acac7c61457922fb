/** What an option is: its type, default, range, text, who may set it, its flag. */

/**
 * Who may set an option. `anyone`: also the project's own file, which comes with the repository and is therefore not trusted;
 * `insideRoot`: that file too, but only to a path below the root; `user`: never that file (plug-ins, endpoints, whatever acts outside).
 */
export type Trust = 'anyone' | 'insideRoot' | 'user';

interface OptionCommon {
  /** One or two sentences; Markdown. */
  description: string;
  trust: Trust;
  /** The command line's form, `--db PATH`. */
  flag?: string;
  /** It is read and checked, but what it steers is not built yet; the docs say so. Names that. */
  pending?: string;
}

export interface NumberOption extends OptionCommon {
  /** `bytes` also takes `500KB`, `10MB`, `1GB` (powers of 1,024). */
  type: 'integer' | 'number' | 'bytes';
  default: number;
  min: number;
  max: number;
}
export interface BooleanOption extends OptionCommon {
  type: 'boolean';
  default: boolean;
}
export interface PathOption extends OptionCommon {
  type: 'path';
  default: string;
}
export interface TextOption extends OptionCommon {
  type: 'text';
  default: string;
  /** What it is, for people: `a URL`. */
  form: string;
  /** It must match. */
  pattern: RegExp;
}
export interface ChoiceOption extends OptionCommon {
  type: 'choice';
  default: string;
  choices: readonly string[];
}
export interface ListOption extends OptionCommon {
  type: 'list';
  default: readonly string[];
  /** What an entry is, for people. */
  entry: string;
  /** Entries must match it. */
  pattern: RegExp;
  choices?: readonly string[];
  /** Entries are modules (`placePlugin`); values are their absolute paths. */
  modules?: true;
}
export type Option = NumberOption | BooleanOption | PathOption | TextOption | ChoiceOption | ListOption;

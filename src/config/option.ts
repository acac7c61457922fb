/** The form of an option: type, default, range, description, who may set it, flag. */

/**
 * Who may set an option. The project's file comes with the repository, so it is not trusted. It may set the options of `anyone`; those of
 * `insideRoot` only to a path below the root; those of `lower`, which cost memory, processes or time, only to a smaller number or to `false`; and none of
 * `user`, which load plugins, use the network or have other effects outside the project.
 */
export type Trust = 'anyone' | 'insideRoot' | 'lower' | 'user';

interface OptionCommon {
  /** One or two sentences; Markdown. */
  description: string;
  trust: Trust;
  /** As on the command line: `--db PATH`. */
  flag?: string;
  /** What Code Scout still lacks, if the option is read and checked but has no effect yet. `describeOption` appends it to the description. */
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
  /** What the text is, in words: `a URL`. */
  form: string;
  /** Every value must match this pattern. */
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
  /** What an entry is, in words. */
  entry: string;
  /** Every entry must match this pattern. */
  pattern: RegExp;
  choices?: readonly string[];
  /** Entries are modules (`placePlugin`); values are their absolute paths. */
  modules?: true;
}
export type Option = NumberOption | BooleanOption | PathOption | TextOption | ChoiceOption | ListOption;

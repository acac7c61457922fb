/** Problems of the configuration: all are collected, then reported as one error. */
import { AppError } from '../model/error.ts';

export interface ConfigProblem {
  /** `path/code-scout.config.json:3:5`, another path, `CODE_SCOUT_…` or `--flag`. */
  where: string;
  /** The option's key; null if the problem is that of a whole file or of an unknown variable. */
  key: string | null;
  /** Shown after `where` and a colon: a sentence, or the end of a sentence whose subject is `where` (`is a symbolic link`). */
  message: string;
  expected: string;
  received: unknown;
}

/** A value as JSON on one line of at most 80 characters. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** The value of an unknown setting; a placeholder if the name of the setting looks like that of a secret. */
export function unlessSecret(name: string, value: unknown): unknown {
  return /key|token|secret|password|credential/i.test(name) ? 'a value that is not shown' : value;
}

/** The problem that an option does not accept the value `received`. */
export function mustBe(where: string, key: string, expected: string, received: unknown): ConfigProblem {
  return { where, key, expected, received, message: `\`${key}\` must be ${expected}, not ${show(received)}` };
}

/** One `ConfigurationError` for all problems; its details are those of the first. */
export function configurationError(problems: readonly [ConfigProblem, ...ConfigProblem[]]): AppError {
  const [first] = problems;
  const lines = problems.map(({ where, message }) => `${where}: ${message}`);
  const message =
    lines.length === 1
      ? `Invalid configuration: ${lines[0]}`
      : [`Invalid configuration, ${lines.length} problems:`, ...lines.map((line) => `  - ${line}`)].join('\n');
  return new AppError('ConfigurationError', message, {
    hint: 'Correct the setting or remove it; `code-scout config --describe` lists every option with its range.',
    details: { field: first.key ?? first.where, expected: first.expected, received: first.received },
  });
}

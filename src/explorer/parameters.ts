/** Reads the parameters of a question from a query of an URL. Invariant: what is not understood is refused with a sentence, never passed over. */
import { AppError } from '../model/error.ts';

/** Longer values are refused: the longest are ids of symbols, which are paths with names. */
const maxValueLength = 20_000;

export class ParameterReader {
  readonly #values = new Map<string, string>();
  readonly #known: string[] = [];

  /** Throws a `ValidationError` if a parameter is repeated. */
  constructor(query: string) {
    for (const [name, value] of new URLSearchParams(query)) {
      if (this.#values.has(name)) throw invalid(name, 'one value', value, `${shown(name)} is given twice`);
      this.#values.set(name, value);
    }
  }

  /** A text that has to be given. */
  text(name: string): string {
    const value = this.optionalText(name);
    if (value === undefined || value.trim() === '') throw invalid(name, 'a text', value ?? null, `${name} is missing`);
    return value;
  }

  optionalText(name: string): string | undefined {
    this.#known.push(name);
    const value = this.#values.get(name);
    if (value !== undefined && value.length > maxValueLength)
      throw invalid(name, `at most ${maxValueLength} characters`, value, `${name} is too long`);
    return value;
  }

  /** A whole number. */
  whole<T extends number | undefined>(name: string, range: { min: number; max: number; usual: T }): number | T {
    const value = this.optionalText(name);
    if (value === undefined) return range.usual;
    const number = Number(value);
    if (/^\d{1,15}$/.test(value) && number >= range.min && number <= range.max) return number;
    const expected = `a whole number from ${range.min} to ${range.max}`;
    throw invalid(name, expected, value, `${name} must be ${expected}`);
  }

  oneOf<T extends string>(name: string, choices: readonly T[], usual: T): T {
    const value = this.optionalText(name);
    if (value === undefined) return usual;
    const chosen = choices.find((choice) => choice === value);
    if (chosen !== undefined) return chosen;
    throw invalid(name, choices.join(', '), value, `${name} must be one of ${choices.join(', ')}`);
  }

  /** Throws a `ValidationError` for a parameter that nothing has read. */
  end(): void {
    for (const [name, value] of this.#values) {
      if (!this.#known.includes(name))
        throw invalid(name, this.#known.join(', ') || 'none', value, `There is no parameter ${shown(name)}`);
    }
  }
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function invalid(field: string, expected: string, received: string | null, message: string): AppError {
  return new AppError('ValidationError', message, {
    details: { field: field.slice(0, 100), expected, received: received?.slice(0, 200) ?? null },
  });
}

/** Reads one value of one option, from JSON or from text (environment, flags). */
import type { Option } from './option.ts';
import type { OptionValue } from './options.ts';

/** For a value that the option does not accept: what it accepts (`an integer from 1 to 64`). */
export interface Rejection {
  expected: string;
}

const unitFactor: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Reads a size such as `10MB`, `500 kb` or `123`; NaN if it is not a size. */
export function parseBytes(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([KMG]?i?B?)$/i.exec(text.trim());
  if (match === null) return Number.NaN;
  const unit = (match[2] ?? '').toUpperCase().replace('I', '');
  const factor = unitFactor[unit] ?? unitFactor[`${unit}B`];
  return factor === undefined ? Number.NaN : Math.round(Number(match[1]) * factor);
}

/** `10 MB`: in the largest unit that gives at least 1, with one decimal at most. */
export function formatBytes(bytes: number): string {
  for (const unit of ['GB', 'MB', 'KB'] as const) {
    const factor = unitFactor[unit] ?? 1;
    if (bytes >= factor) return `${Number((bytes / factor).toFixed(1))} ${unit}`;
  }
  return `${bytes} B`;
}

function choiceList(choices: readonly string[]): string {
  return choices.map((choice) => `"${choice}"`).join(', ');
}

/** What an option accepts, in words. */
export function describeExpected(option: Option): string {
  switch (option.type) {
    case 'integer':
      return `an integer from ${option.min} to ${option.max}`;
    case 'number':
      return `a number from ${option.min} to ${option.max}`;
    case 'bytes':
      return `a size from ${formatBytes(option.min)} to ${formatBytes(option.max)} (a number of bytes, or text like "10MB")`;
    case 'boolean':
      return 'true or false';
    case 'path':
      return 'a path';
    case 'text':
      return option.form;
    case 'choice':
      return `one of ${choiceList(option.choices)}`;
    case 'list':
      return option.choices === undefined
        ? `a list of texts (each: ${option.entry})`
        : `a list of any of ${choiceList(option.choices)}`;
  }
}

/** Null if the value is not a number of the option's type, or not in its range. */
function readNumber(option: Option & { type: 'integer' | 'number' | 'bytes' }, raw: unknown, isText: boolean) {
  let value = Number.NaN;
  if (typeof raw === 'number') value = raw;
  else if (typeof raw === 'string' && option.type === 'bytes') value = parseBytes(raw);
  else if (typeof raw === 'string' && isText && /^-?\d+(\.\d+)?$/.test(raw.trim())) value = Number(raw);
  const isWholeIfNeeded = option.type === 'number' || Number.isSafeInteger(value);
  return Number.isFinite(value) && isWholeIfNeeded && value >= option.min && value <= option.max ? value : null;
}

const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

function readList(
  option: Option & { type: 'list' },
  raw: unknown,
  lowerLayers: readonly string[],
): readonly string[] | null {
  if (!Array.isArray(raw)) return null;
  const entries: string[] = [];
  for (const entry of raw as readonly unknown[]) {
    if (entry === '...') entries.push(...lowerLayers);
    else if (typeof entry !== 'string' || !option.pattern.test(entry)) return null;
    else if (option.choices !== undefined && !option.choices.includes(entry)) return null;
    else entries.push(entry);
  }
  return [...new Set(entries)];
}

export interface ReadRequest {
  raw: unknown;
  /** Whether the value comes from a variable or flag: numbers and booleans are then read from text, and lists are separated by commas. */
  isText: boolean;
  /** The value from the layers with less precedence, which `...` in a list stands for. */
  lowerLayers: OptionValue;
}

/** The value, or what the option accepts. */
export function readValue(
  option: Option,
  { raw, isText, lowerLayers }: ReadRequest,
): { value: OptionValue } | Rejection {
  let value: OptionValue | null = null;
  switch (option.type) {
    case 'integer':
    case 'number':
    case 'bytes':
      value = readNumber(option, raw, isText);
      break;
    case 'boolean':
      if (typeof raw === 'boolean') value = raw;
      else if (isText && typeof raw === 'string') value = booleanWords.get(raw.trim().toLowerCase()) ?? null;
      break;
    case 'path':
      if (typeof raw === 'string' && raw.trim() !== '' && !raw.includes('\0')) value = raw;
      break;
    case 'text':
      if (typeof raw === 'string' && option.pattern.test(raw)) value = raw;
      break;
    case 'choice':
      if (typeof raw === 'string' && option.choices.includes(raw)) value = raw;
      break;
    case 'list': {
      const list = isText && typeof raw === 'string' ? raw.split(',').map((entry) => entry.trim()) : raw;
      value = readList(
        option,
        isText && Array.isArray(list) ? list.filter(Boolean) : list,
        lowerLayers as readonly string[],
      );
      break;
    }
  }
  return value === null ? { expected: describeExpected(option) } : { value };
}

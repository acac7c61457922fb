/**
 * Checks a tool's arguments against its schema; the errors say in plain words what is wrong.
 * Invariant: an argument that the schema does not have is refused, with its name in the error.
 */
import { z } from 'zod';
import { AppError } from '../model/error.ts';
import { nearest } from '../util/nearest.ts';
import { oneLine } from './budget.ts';
import { protocolWording, type Wording } from './wording.ts';

type Issue = z.core.$ZodIssue;

/** `["filters", "path"]` as `filters.path`, `["tags", 1]` as `tags[1]`. */
function fieldOf(path: readonly PropertyKey[]): string {
  let field = '';
  for (const part of path) {
    if (typeof part === 'number') field += `[${part}]`;
    else field += field === '' ? String(part) : `.${String(part)}`;
  }
  return field;
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  let value = args;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** A short form of a value that was given, for an error: of a list only its length, of an object only that it is one. */
export function summarize(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'string') return value.length <= 100 ? value : `${value.slice(0, 100)}…`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return value;
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function bounds(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const [words, count] = issue.code === 'too_small' ? ['at least', issue.minimum] : ['at most', issue.maximum];
  const limit = `${words} ${count}`;
  if (issue.origin === 'string') return `${limit} ${Number(count) === 1 ? 'character' : 'characters'} long`;
  return issue.origin === 'array' ? `a list of ${limit} ${Number(count) === 1 ? 'entry' : 'entries'}` : limit;
}

/** What the schema expects at the place of the issue. */
function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected;
    case 'too_small':
    case 'too_big':
      return bounds(issue);
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `text in the format ${issue.format}`;
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return issue.message;
  }
}

/** The schema of the field at `path`, whose first part is the outermost name; for anything in a list, the schema of the list. Null if there is none. */
function schemaAt(schema: z.ZodObject, path: readonly PropertyKey[]): z.ZodType | null {
  let found: z.ZodType = schema;
  for (const part of path) {
    if (typeof part === 'number') break;
    const object = unwrapped(found);
    const next: unknown = object instanceof z.ZodObject ? object.shape[String(part)] : undefined;
    if (!(next instanceof z.ZodType)) return null;
    found = next;
  }
  return found;
}

function unwrapped(schema: z.ZodType): unknown {
  let result: unknown = schema;
  while (result instanceof z.ZodOptional || result instanceof z.ZodDefault) result = result.unwrap();
  return result;
}

/** Whether the argument of this name is a number. */
export function takesNumber(schema: z.ZodObject, name: string): boolean {
  const argument = schemaAt(schema, [name]);
  return argument !== null && unwrapped(argument) instanceof z.ZodNumber;
}

/** The names of the fields of the (strict) object at `path`. */
function fieldNames(schema: z.ZodObject, path: readonly PropertyKey[]): string[] {
  const found = schemaAt(schema, path);
  const object = found === null ? null : unwrapped(found);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function unknownArgument(
  schema: z.ZodObject,
  issue: Extract<Issue, { code: 'unrecognized_keys' }>,
  args: unknown,
): AppError {
  const argumentNames = fieldNames(schema, issue.path);
  const key = issue.keys[0] ?? '';
  const field = fieldOf([...issue.path, oneLine(key, 100)]);
  const names = issue.keys.slice(0, 5).map((name) => fieldOf([...issue.path, oneLine(name, 100)]));
  if (issue.keys.length > 5) names.push(`and ${issue.keys.length - 5} more`);
  const near = nearest(key, argumentNames);
  const list = argumentNames.length === 0 ? 'It takes none.' : `Known here: ${argumentNames.join(', ')}.`;
  return new AppError('ValidationError', `Unknown argument${issue.keys.length === 1 ? '' : 's'}: ${names.join(', ')}`, {
    hint: near === null ? list : `Did you mean ${near}? ${list}`,
    details: {
      field,
      expected: argumentNames.length === 0 ? 'no arguments' : `one of ${argumentNames.join(', ')}`,
      received: summarize(valueAt(args, [...issue.path, key])),
    },
  });
}

/** More arguments than any tool has. A body of megabytes may have hundreds of thousands, and the schema would name each. */
const maxKeys = 2000;

/** The arguments; the first of them if there are too many, which is a fault anyway. */
function withFewKeys(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const few: Record<string, unknown> = {};
  let count = 0;
  for (const key in args) {
    if (++count > maxKeys) return few;
    Object.defineProperty(few, key, { value: (args as Record<string, unknown>)[key], enumerable: true });
  }
  return args;
}

/** How Zod's own messages begin, for schemas without a message of ours. */
const zodMessage = /^(?:Invalid (?:input|option|string|key)|Too (?:small|big)|Unrecognized key)/;

/** Returns the arguments as the schema parses them. Throws `AppError('ValidationError')` for the first fault; unknown arguments come before others. */
export function checkArguments<Input extends z.ZodObject>(
  schema: Input,
  args: unknown,
  say: Wording = protocolWording,
): z.output<Input> {
  const parsed = schema.safeParse(withFewKeys(args ?? {}));
  if (parsed.success) return parsed.data;
  const issues: Issue[] = parsed.error.issues;
  const issue = issues.find((one) => one.code === 'unrecognized_keys') ?? issues[0];
  if (issue === undefined) throw new AppError('InternalError', 'A schema refused arguments without saying why');
  if (issue.code === 'unrecognized_keys') throw unknownArgument(schema, issue, args);
  const field = fieldOf(issue.path);
  const expected = expectation(issue);
  const description = schemaAt(schema, issue.path)?.description;
  const argumentName = say.option(field.replace(/\[\d+\].*$/, ''));
  const name = say.option(field);
  const isMissing = valueAt(args, issue.path) === undefined;
  const plain = isMissing ? `${name} is required` : `${field === '' ? 'The arguments' : name} must be ${expected}`;
  throw new AppError('ValidationError', zodMessage.test(issue.message) ? plain : issue.message, {
    hint: description === undefined ? `Give ${expected} and call again.` : `${argumentName} takes: ${description}.`,
    details: { field, expected, received: summarize(valueAt(args, issue.path)) },
  });
}

/**
 * Parses oxc-parser's reader for its own trees, to learn the layout of each structure in the native parser's memory.
 * The reader is generated code, so it is recognised by its fixed forms.
 * Invariant: any other form is an error, so that another version of the parser cannot be misread.
 */

/** A value at an offset of a structure, or a constant. */
export type Value =
  | { kind: 'read'; reader: string; offset: number }
  /** Parameters; the first is `this` if it is declared. */
  | { kind: 'parameters'; offset: number; selfOffset: number }
  /** The result of comparing a byte with a number. */
  | { kind: 'comparison'; offset: number; operator: string; number: number }
  | { kind: 'constant'; value: string | boolean | null | readonly [] };

export interface Case {
  /** The values of the structure's first byte in this case. */
  labels: number[];
  value: Value;
}

export type Structure =
  /** A pointer to another structure. */
  | { kind: 'box'; reader: string }
  /** Another structure, or null where one or eight bytes have a certain value. */
  | { kind: 'option'; reader: string; bytes: 1 | 8; offset: number; nothing: number }
  | { kind: 'list'; reader: string; bytes: number }
  | { kind: 'choice'; cases: Case[] }
  /** Fields of an object. */
  | { kind: 'fields'; fields: Map<string, Value> };

type StructureOf<Kind extends Structure['kind']> = Extract<Structure, { kind: Kind }>;

/** A statement of the package's reader: puts `this` before the other parameters. The module does the same. */
const parametersAfterThis = 'thisParam !== null && params.unshift(thisParam)';
/** Statements of the package's reader that set no field. Except for the first, the module needs none of them. */
const besideFields = new Set([
  parametersAfterThis,
  'closingElement === null && (openingElement.selfClosing = true)',
  // Both are `Word.None`.
  'optional === null && (optional = false)',
  'return node',
  '',
]);
/** The attributes of an import, which the module does not use. */
const attributesOfImport = 'withClause === null ? [] : withClause.attributes';

function offsetIn(text: string | undefined): number {
  return text === undefined ? 0 : Number(text);
}

function valueOf(text: string): Value {
  const read = /^deserialize(\w+)\(pos(?: \+ (\d+))?\)$/.exec(text);
  if (read !== null) return { kind: 'read', reader: read[1]!, offset: offsetIn(read[2]) };
  const comparison =
    /^(?:deserializeU8\(pos \+ (?<byte>\d+)\)|uint8\[pos \+ (?<place>\d+)\]) (?<operator>>|[!=]==) (?<number>\d+)$/.exec(
      text,
    );
  if (comparison !== null) {
    const { byte, place, operator, number } = comparison.groups!;
    return { kind: 'comparison', offset: Number(byte ?? place), operator: operator!, number: Number(number) };
  }
  if (/^(?:true|false|null|\[\]|"[^"]*")$/.test(text)) {
    return { kind: 'constant', value: JSON.parse(text) as string | boolean | null | readonly [] };
  }
  throw new Error(`unknown value: ${text}`);
}

function boxOf(body: string): StructureOf<'box'> | null {
  const box = /^return deserialize(\w+)\(int32\[pos >> 2\]\);$/.exec(body);
  return box === null ? null : { kind: 'box', reader: box[1]! };
}

function optionOf(body: string): StructureOf<'option'> | null {
  const option = /^return (.*?) \? null : deserialize(\w+)\(pos\);$/.exec(body);
  if (option === null) return null;
  const [, test, reader] = option as unknown as [string, string, string];
  const byte = /^uint8\[pos(?: \+ (\d+))?\] === (\d+)$/.exec(test);
  if (byte !== null) return { kind: 'option', reader, bytes: 1, offset: offsetIn(byte[1]), nothing: Number(byte[2]) };
  const words = /^int32\[(?:pos >> 2|\(pos >> 2\) \+ (\d+))\] === 0 && int32\[\(pos >> 2\) \+ (\d+)\] === 0$/.exec(
    test,
  );
  if (words === null || Number(words[2]) !== offsetIn(words[1]) + 1) throw new Error(`unknown test for null: ${test}`);
  return { kind: 'option', reader, bytes: 8, offset: offsetIn(words[1]) * 4, nothing: 0 };
}

function listOf(body: string): StructureOf<'list'> | null {
  const list = /^let arr = \[\], .* arr\.push\(deserialize(\w+)\(pos\)\); pos \+= (\d+); \} return arr;$/.exec(body);
  return list === null ? null : { kind: 'list', reader: list[1]!, bytes: Number(list[2]) };
}

function choiceOf(body: string): StructureOf<'choice'> | null {
  const choice = /^switch \(uint8\[pos\]\) \{ (.*?) default: throw [^;]*; \}$/.exec(body);
  if (choice === null) return null;
  const cases = choice[1]!.split(/(?<=;) /).map((text): Case => {
    const one = /^((?:case \d+: )+)return ([^;]+);$/.exec(text);
    if (one === null) throw new Error(`unknown case: ${text}`);
    return { labels: [...one[1]!.matchAll(/\d+/g)].map(Number), value: valueOf(one[2]!) };
  });
  return { kind: 'choice', cases };
}

/** Assignments like `a = deserializeB(pos + 1)`; some of them become fields later. */
function localsOf(text: string): Map<string, Value> {
  return new Map(
    [...text.matchAll(/, (\w+) = (deserialize\w+\([^()]*\))/g)].map(([, name, value]) => [name!, valueOf(value!)]),
  );
}

function parametersOf(locals: ReadonlyMap<string, Value>): Value {
  const [params, self] = ['params', 'thisParam'].map((name) => locals.get(name));
  if (params?.kind !== 'read' || self?.kind !== 'read') throw new Error('parameters are read in another way');
  return { kind: 'parameters', offset: params.offset, selfOffset: self.offset };
}

function fieldsOf(body: string): StructureOf<'fields'> {
  const form =
    /^(?:return|let node =|let node; node =) \{ ([^{}]*?),? \}((?:, \w+ = deserialize\w+\([^()]*\))*);(.*)$/.exec(body);
  if (form === null) throw new Error('unknown form');
  const [, first, locals, rest] = form as unknown as [string, string, string, string];
  const values = localsOf(locals);
  const statements = rest.split(';').map((statement) => statement.trim());
  if (statements.includes(parametersAfterThis)) values.set('params', parametersOf(values));
  const fields = new Map<string, Value>();
  for (const field of first.split(', ')) {
    const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(field) ?? [];
    fields.set(name, valueOf(value));
  }
  for (const statement of statements) {
    const [, name = '', value] = /^node\.(\w+) = (.*)$/.exec(statement) ?? [];
    if (value === attributesOfImport) fields.delete(name);
    else if (value !== undefined) fields.set(name, values.get(value) ?? valueOf(value));
    else if (!besideFields.has(statement)) throw new Error(`unknown statement: ${statement}`);
  }
  return { kind: 'fields', fields };
}

/** The structures of the package's reader, by name. */
export class Structures {
  readonly #bodies = new Map<string, string>();

  /** @param text the module that reads TypeScript trees */
  constructor(text: string) {
    for (const [, name, body] of text.matchAll(/^function deserialize(\w+)\(pos\) \{\n(.*?)\n\}/gms))
      this.#bodies.set(name!, body!.replaceAll(/\s+/g, ' ').trim());
  }

  #body(name: string): string {
    const body = this.#bodies.get(name);
    if (body === undefined) throw new Error(`oxc-parser reads no ${name}`);
    return body;
  }

  /** @throws where the form is unknown */
  get(name: string): Structure {
    const body = this.#body(name);
    try {
      return boxOf(body) ?? optionOf(body) ?? listOf(body) ?? choiceOf(body) ?? fieldsOf(body);
    } catch (cause) {
      throw new Error(`oxc-parser's ${name} is irregular: it needs a hand-written reader\n${body}`, { cause });
    }
  }

  /** The offset at which a structure has the value that is read this way (bytes). */
  offsetOf(name: string, read: string): number {
    const found = new RegExp(`\\b${read}\\(pos(?: \\+ (\\d+))?\\)`).exec(this.#body(name));
    if (found === null) throw new Error(`oxc-parser's ${name} has no ${read}`);
    return offsetIn(found[1]);
  }

  /** The size of an element of a list. */
  bytesOfOne(list: string): number {
    const structure = this.get(list);
    if (structure.kind !== 'list') throw new Error(`oxc-parser's ${list} is not a list`);
    return structure.bytes;
  }
}

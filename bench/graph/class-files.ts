/** Reads class files of the Java virtual machine, as far as calls need it: methods, the lines of their code, and the methods that they call. */

export interface MethodName {
  /** The binary name of the class, such as `okio/Buffer$Cursor`. */
  owner: string;
  name: string;
  /** Parameter types and result, such as `(ILjava/lang/String;)V`. */
  descriptor: string;
}

export interface ClassMethod extends MethodName {
  /** The first line of the code; null for an abstract method. */
  line: number | null;
  /** The end of the path of the source file; null where the compiler did not write it. */
  source: string | null;
  /** Names and types, where the compiler wrote them. */
  parameters?: readonly (readonly [name: string, type: string])[];
  /** The first method that it overrides, where calls of overrides name that one. */
  overridden?: MethodName;
  calls: readonly { line: number; callee: MethodName }[];
}

export interface ClassFile {
  name: string;
  /** The superclass first, then interfaces. */
  bases: readonly string[];
  methods: readonly ClassMethod[];
}

/** The lengths of instructions (opcode included) that are longer than one byte, as ranges of opcodes; switches and `wide` are computed. */
const lengths: readonly (readonly [from: number, to: number, length: number])[] = [
  [0x10, 0x10, 2],
  [0x11, 0x11, 3],
  [0x12, 0x12, 2],
  [0x13, 0x14, 3],
  [0x15, 0x19, 2],
  [0x36, 0x3a, 2],
  [0x84, 0x84, 3],
  [0x99, 0xa8, 3],
  [0xa9, 0xa9, 2],
  [0xb2, 0xb8, 3],
  [0xb9, 0xba, 5],
  [0xbb, 0xbb, 3],
  [0xbc, 0xbc, 2],
  [0xbd, 0xbd, 3],
  [0xc0, 0xc1, 3],
  [0xc5, 0xc5, 4],
  [0xc6, 0xc7, 3],
  [0xc8, 0xc9, 5],
];
const [tableswitch, lookupswitch, wide, iinc] = [0xaa, 0xab, 0xc4, 0x84];
/** invokevirtual, invokespecial, invokestatic, invokeinterface */
const [firstInvoke, lastInvoke] = [0xb6, 0xb9];

/** The length of the instruction at an offset of a method's code. */
function lengthAt(code: Buffer, at: number): number {
  const opcode = code[at]!;
  if (opcode === wide) return code[at + 1] === iinc ? 6 : 4;
  if (opcode !== tableswitch && opcode !== lookupswitch)
    return lengths.find(([from, to]) => opcode >= from && opcode <= to)?.[2] ?? 1;
  const operands = at + 4 - (at % 4);
  const count =
    opcode === tableswitch
      ? 3 + code.readInt32BE(operands + 8) - code.readInt32BE(operands + 4) + 1
      : 2 + 2 * code.readInt32BE(operands + 4);
  return operands - at + 4 * count;
}

/** Reads big-endian numbers one after the other. */
class Reader {
  at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  u1(): number {
    return this.#bytes[this.at++]!;
  }

  u2(): number {
    this.at += 2;
    return this.#bytes.readUInt16BE(this.at - 2);
  }

  u4(): number {
    this.at += 4;
    return this.#bytes.readUInt32BE(this.at - 4);
  }

  bytes(length: number): Buffer {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}

const tags = { utf8: 1, long: 5, double: 6, methodHandle: 15 } as const;

/** The constants of a class by index: a text, or up to two indexes of other constants. */
type Constants = readonly (string | readonly [number, number])[];

function readConstants(reader: Reader): Constants {
  const constants: (string | readonly [number, number])[] = [];
  const count = reader.u2();
  for (let index = 1; index < count; index++) {
    const tag = reader.u1();
    if (tag === tags.utf8) {
      constants[index] = reader.bytes(reader.u2()).toString('utf8');
    } else if (tag === tags.long || tag === tags.double) {
      reader.bytes(8);
      // These two take two indexes.
      index++;
    } else if (tag === tags.methodHandle) {
      reader.bytes(3);
    } else {
      const first = reader.u2();
      // Class, String, MethodType, Module and Package name one constant; all others have four bytes.
      const isOne = tag === 7 || tag === 8 || tag === 16 || tag === 19 || tag === 20;
      constants[index] = [first, isOne ? 0 : reader.u2()];
    }
  }
  return constants;
}

/** The text that a constant leads to by its first indexes. */
function textOf(constants: Constants, index: number): string {
  const constant = constants[index];
  return typeof constant === 'string' ? constant : constant === undefined ? '' : textOf(constants, constant[0]);
}

function methodNamed(constants: Constants, index: number): MethodName {
  const [owner, nameAndType] = constants[index] as readonly [number, number];
  const [name, descriptor] = constants[nameAndType] as readonly [number, number];
  return { owner: textOf(constants, owner), name: textOf(constants, name), descriptor: textOf(constants, descriptor) };
}

/** The attributes at the reader's place, by name. */
function readAttributes(reader: Reader, constants: Constants): Map<string, Buffer> {
  const attributes = new Map<string, Buffer>();
  for (let left = reader.u2(); left > 0; left--) {
    const name = textOf(constants, reader.u2());
    attributes.set(name, reader.bytes(reader.u4()));
  }
  return attributes;
}

function readCode(bytes: Buffer, constants: Constants): Pick<ClassMethod, 'line' | 'calls'> {
  const reader = new Reader(bytes);
  reader.bytes(4);
  const code = reader.bytes(reader.u4());
  reader.bytes(8 * reader.u2());
  const table = readAttributes(reader, constants).get('LineNumberTable');
  const starts: { start: number; line: number }[] = [];
  if (table !== undefined)
    for (let at = 2; at < table.length; at += 4)
      starts.push({ start: table.readUInt16BE(at), line: table.readUInt16BE(at + 2) });
  starts.sort((a, b) => a.start - b.start);
  const calls: { line: number; callee: MethodName }[] = [];
  for (let at = 0; at < code.length; at += lengthAt(code, at)) {
    const opcode = code[at]!;
    if (opcode < firstInvoke || opcode > lastInvoke) continue;
    const line = starts.findLast(({ start }) => start <= at)?.line;
    if (line !== undefined) calls.push({ line, callee: methodNamed(constants, code.readUInt16BE(at + 1)) });
  }
  return { line: starts[0]?.line ?? null, calls };
}

export function readClassFile(bytes: Buffer): ClassFile {
  const reader = new Reader(bytes);
  reader.bytes(8);
  const constants = readConstants(reader);
  reader.u2();
  const name = textOf(constants, reader.u2());
  const superclass = reader.u2();
  const interfaces = Array.from({ length: reader.u2() }, () => textOf(constants, reader.u2()));
  const members = (): (MethodName & { code: Buffer | undefined })[] =>
    Array.from({ length: reader.u2() }, () => {
      reader.u2();
      const member = { owner: name, name: textOf(constants, reader.u2()), descriptor: textOf(constants, reader.u2()) };
      return { ...member, code: readAttributes(reader, constants).get('Code') };
    });
  members();
  const methods = members();
  const sourceFile = readAttributes(reader, constants).get('SourceFile');
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const source = sourceFile === undefined ? null : `${folder}${textOf(constants, sourceFile.readUInt16BE(0))}`;
  return {
    name,
    bases: superclass === 0 ? interfaces : [textOf(constants, superclass), ...interfaces],
    methods: methods.map(({ code, ...method }) => ({
      ...method,
      source,
      ...(code === undefined ? { line: null, calls: [] } : readCode(code, constants)),
    })),
  };
}

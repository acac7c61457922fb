/**
 * Writes the bytes of a WebAssembly module: the few instructions that work on vectors needs, as expressions that put their operands
 * before them. Invariant: what it writes is a module of one function over an imported memory; `WebAssembly.validate` decides whether
 * this machine can run it.
 */

/** Encoded instructions, in parts of parts: they are put together once, at the end. */
export type Code = readonly (number | Code)[];

export const valueTypes = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
export type ValueType = keyof typeof valueTypes;

/** LEB128; `value` from 0 to 2^32 - 1. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

/** LEB128 of a signed 32-bit integer. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value | 0;
  for (;;) {
    const low = rest & 127;
    rest >>= 7;
    // The last byte's bit 6 is the sign.
    if ((rest === 0 && low < 64) || (rest === -1 && low >= 64)) return [...bytes, low];
    bytes.push(low | 128);
  }
}

function instruction(...opcode: number[]): (...operands: Code[]) => Code {
  return (...operands) => [...operands, ...opcode];
}

const simd = 0xfd;

export const i32 = {
  constant: (value: number): Code => [0x41, ...signed(value)],
  eqz: instruction(0x45),
  lessUnsigned: instruction(0x49),
  add: instruction(0x6a),
  mul: instruction(0x6c),
  and: instruction(0x71),
  or: instruction(0x72),
  shiftLeft: instruction(0x74),
  shiftRightUnsigned: instruction(0x76),
  load: (address: Code, offset = 0): Code => [address, 0x28, 2, ...unsigned(offset)],
  store: (address: Code, value: Code, offset = 0): Code => [address, value, 0x36, 2, ...unsigned(offset)],
};

export const f32 = {
  mul: instruction(0x94),
  fromUnsigned: instruction(0xb3),
  store: (address: Code, value: Code, offset = 0): Code => [address, value, 0x38, 2, ...unsigned(offset)],
};

export const v128 = {
  /** Sixteen bytes. */
  load: (address: Code, offset: number): Code => [address, simd, 0, 4, ...unsigned(offset)],
  store: (address: Code, value: Code): Code => [address, value, simd, 0x0b, 4, 0],
  and: instruction(simd, 0x4e),
  or: instruction(simd, 0x50),
  xor: instruction(simd, 0x51),
  i8x16Splat: instruction(simd, 0x0f),
  i8x16Add: instruction(simd, 0x6e),
  /** The first eight bytes, and the last, each widened to sixteen bits with its sign. */
  i16x8Low: instruction(simd, ...unsigned(0x87)),
  i16x8High: instruction(simd, ...unsigned(0x88)),
  i16x8Add: instruction(simd, ...unsigned(0x8e)),
  i16x8ShiftLeft: instruction(simd, ...unsigned(0x8b)),
  i16x8ShiftRightUnsigned: instruction(simd, ...unsigned(0x8d)),
  /** Two neighbours added, without a sign: bytes to lanes of sixteen bits, and these to lanes of 32. */
  i16x8AddPairs: instruction(simd, 0x7d),
  i32x4AddPairs: instruction(simd, 0x7f),
  i32x4Lane: (vector: Code, lane: number): Code => [vector, simd, 0x1b, lane],
  /** Relaxed SIMD: products of bytes with their sign and numbers from 0 to 127, each four neighbours added to a lane of the third vector. */
  dotI8x16Add: instruction(simd, ...unsigned(0x113)),
  i32x4Splat: instruction(simd, 0x11),
  i32x4Add: instruction(simd, ...unsigned(0xae)),
  /** Products of eight pairs of 16-bit integers, each two neighbours added. */
  dotI16x8: instruction(simd, ...unsigned(0xba)),
  /** Four lanes of 32 bits by number: 0 to 3 of the first vector, 4 to 7 of the second. */
  shuffle32: (a: Code, b: Code, lanes: readonly [number, number, number, number]): Code => [
    ...[a, b, simd, 0x0d],
    ...lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte)),
  ],
  f32x4Splat: instruction(simd, 0x13),
  f32x4Lane: (vector: Code, lane: number): Code => [vector, simd, 0x1f, lane],
  f32x4Add: instruction(simd, ...unsigned(0xe4)),
  f32x4Mul: instruction(simd, ...unsigned(0xe6)),
  f32x4FromI32x4: instruction(simd, ...unsigned(0xfa)),
  f32x4GreaterOrEqual: instruction(simd, 0x46),
  /** A bit for each lane: its highest. */
  i32x4Bitmask: instruction(simd, ...unsigned(0xa4)),
};

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [value, 0x21, ...unsigned(local)];

const noResult = 0x40;
const end = 0x0b;
export const block = (...body: Code[]): Code => [0x02, noResult, ...body, end];
export const loop = (...body: Code[]): Code => [0x03, noResult, ...body, end];
export const when = (condition: Code, ...body: Code[]): Code => [condition, 0x04, noResult, ...body, end];
/** Leaves the block, or begins the loop again, that many levels out. */
export const branch = (level: number): Code => [0x0c, ...unsigned(level)];
export const branchIf = (level: number, condition: Code): Code => [condition, 0x0d, ...unsigned(level)];

export interface WasmFunction {
  /** The name it is exported by. */
  name: string;
  parameters: readonly ValueType[];
  result: ValueType;
  /** Numbered on from the parameters. */
  locals: readonly ValueType[];
  /** Leaves one value of type `result`. */
  body: Code;
}

/** Numbers of a function's parameters and locals by their names, and the types of the locals. */
export function withLocals<Parameter extends string, Local extends string>(
  parameters: readonly Parameter[],
  locals: Readonly<Record<Local, ValueType>>,
): { names: Record<Parameter | Local, number>; types: ValueType[] } {
  const names = [...parameters, ...Object.keys(locals)].map((name, at) => [name, at]);
  return {
    names: Object.fromEntries(names) as Record<Parameter | Local, number>,
    types: Object.values(locals),
  };
}

function bytesOf(code: Code, into: number[] = []): number[] {
  for (const part of code) {
    if (typeof part === 'number') into.push(part);
    else bytesOf(part, into);
  }
  return into;
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items];
}

function sized(code: Code): Code {
  const bytes = bytesOf(code);
  return [...unsigned(bytes.length), bytes];
}

function text(value: string): Code {
  return sized([...new TextEncoder().encode(value)]);
}

const typeSection = 1;
const importSection = 2;
const functionSection = 3;
const exportSection = 7;
const codeSection = 10;

/** A module that imports its memory as `host.memory` (at least one page) and exports one function. */
export function encodeModule({ name, parameters, result, locals, body }: WasmFunction): Uint8Array<ArrayBuffer> {
  const section = (id: number, item: Code): Code => [id, ...sized(vector([item]))];
  const signature = [0x60, ...vector(parameters.map((type) => [valueTypes[type]])), 1, valueTypes[result]];
  const memory = [...text('host'), ...text('memory'), 0x02, 0x00, 1];
  const code = sized([...vector(locals.map((type) => [1, valueTypes[type]])), ...body, end]);
  const magicAndVersion = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const sections = [
    section(typeSection, signature),
    section(importSection, memory),
    section(functionSection, [0]),
    section(exportSection, [...text(name), 0x00, 0]),
    section(codeSection, code),
  ];
  return Uint8Array.from(bytesOf([...magicAndVersion, ...sections]));
}

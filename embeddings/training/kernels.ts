/**
 * The inner loops of training as a WebAssembly module, assembled by hand to use vectors of four floats.
 * Invariant: results do not depend on which thread computes what, because every sum is computed in a fixed order.
 */

export interface Kernels {
  /**
   * Dot products of two consecutive rows of `q` with `columns` (a multiple of 4) rows of `u`; `out` has two rows of
   * `columns`.
   */
  dotRows(q: number, u: number, out: number, columns: number, bytes: number): void;
  /** `to += factor * from`, for `bytes` (a multiple of 16). */
  addScaled(to: number, from: number, factor: number, bytes: number): void;
  /**
   * Adam on `bytes` of a row: `m = m * keepM + (1 - β1) g`, `v = v * keepV + (1 - β2) g²`, `e -= rate * m / (sqrt(v * unbias) + ε)`, `g = 0`.
   * The four arrays are `apart` bytes from each other: e, m, v, g.
   */
  adam(e: number, apart: number, bytes: number, keepM: number, keepV: number, rate: number, unbias: number): void;
}

export const adamBeta1 = 0.9;
export const adamBeta2 = 0.999;
const adamEpsilon = 1e-8;

type Code = readonly number[];

const i32 = 0x7f;
const f32 = 0x7d;
const v128 = 0x7b;

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
/** Encodes positive constants below 64. */
const constant = (value: number): number[] => [0x41, value];
const float = (value: number): number[] => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
const add = [0x6a];
const multiply = [0x6c];
const shiftLeft = [0x74];
const less = [0x49];
const splat = [0xfd, 0x13];
const vectorAdd = [0xfd, 0xe4, 0x01];
const vectorSubtract = [0xfd, 0xe5, 0x01];
const vectorMultiply = [0xfd, 0xe6, 0x01];
const vectorDivide = [0xfd, 0xe7, 0x01];
const vectorRoot = [0xfd, 0xe3, 0x01];
const floatAdd = [0x92];
const vectorLoad = [0xfd, 0x00, 0x04, 0x00];
const vectorStore = [0xfd, 0x0b, 0x04, 0x00];
const zero = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const lane = (index: number): number[] => [0xfd, 0x1f, index];
const floatStore = (offset: number): number[] => [0x38, 0x02, offset];

const plus = (...terms: readonly Code[]): number[] => terms.flatMap((term, i) => (i === 0 ? term : [...term, ...add]));
const load = (pointer: number, offset: number): number[] => [...plus(get(pointer), get(offset)), ...vectorLoad];
const increase = (local: number, by: Code): number[] => [...plus(get(local), by), ...set(local)];
const repeatWhile = (condition: Code, ...body: readonly Code[]): number[] => [
  ...[0x03, 0x40],
  ...body.flat(),
  ...condition,
  ...[0x0d, 0x00, 0x0b],
];
const isLess = (a: number, b: number): number[] => [...get(a), ...get(b), ...less];

interface Kernel {
  name: keyof Kernels;
  parameters: Code;
  /** The number of locals of each type. */
  locals: readonly (readonly [count: number, type: number])[];
  code: Code;
}

function dotRows(): Kernel {
  const [q, u, out, columns, bytes] = [0, 1, 2, 3, 4];
  const [end, k, q1, out1] = [5, 6, 7, 8];
  const us = [u, 9, 10, 11];
  const sums = [12, 13, 14, 15, 16, 17, 18, 19];
  const [a0, a1, b] = [20, 21, 22];
  const accumulate = (sum: number, a: number): number[] => [
    ...[...get(sum), ...get(a), ...get(b), ...vectorMultiply, ...vectorAdd],
    ...set(sum),
  ];
  const columnOf = (j: number): number[] => [
    ...[...load(us[j]!, k), ...set(b)],
    ...[...accumulate(sums[j]!, a0), ...accumulate(sums[4 + j]!, a1)],
  ];
  const total = (sum: number): number[] => [
    ...[...get(sum), ...lane(0), ...get(sum), ...lane(1), ...floatAdd],
    ...[...get(sum), ...lane(2), ...get(sum), ...lane(3), ...floatAdd, ...floatAdd],
  ];
  const results = [0, 1, 2, 3].flatMap((j) => [
    ...[...get(out), ...total(sums[j]!), ...floatStore(4 * j)],
    ...[...get(out1), ...total(sums[4 + j]!), ...floatStore(4 * j)],
  ]);
  const code = [
    ...[...plus(get(q), get(bytes)), ...set(q1)],
    ...[...get(columns), ...get(bytes), ...multiply, ...get(u), ...add, ...set(end)],
    ...[...plus(get(out), [...get(columns), ...constant(2), ...shiftLeft]), ...set(out1)],
    ...repeatWhile(
      isLess(u, end),
      [1, 2, 3].flatMap((j) => [...plus(get(us[j - 1]!), get(bytes)), ...set(us[j]!)]),
      sums.flatMap((sum) => [...zero, ...set(sum)]),
      [...constant(0), ...set(k)],
      repeatWhile(
        isLess(k, bytes),
        [...load(q, k), ...set(a0), ...load(q1, k), ...set(a1)],
        [0, 1, 2, 3].flatMap(columnOf),
        increase(k, constant(16)),
      ),
      results,
      [...increase(out, constant(16)), ...increase(out1, constant(16))],
      [...plus(get(us[3]!), get(bytes)), ...set(u)],
    ),
  ];
  const locals = [
    [7, i32],
    [11, v128],
  ] as const;
  return { name: 'dotRows', parameters: [i32, i32, i32, i32, i32], locals, code };
}

function addScaled(): Kernel {
  const [to, from, factor, bytes, k, factors] = [0, 1, 2, 3, 4, 5];
  const code = [
    ...[...get(factor), ...splat, ...set(factors)],
    ...repeatWhile(
      isLess(k, bytes),
      plus(get(to), get(k)),
      [...load(to, k), ...load(from, k), ...get(factors), ...vectorMultiply, ...vectorAdd, ...vectorStore],
      increase(k, constant(16)),
    ),
  ];
  const locals = [
    [1, i32],
    [1, v128],
  ] as const;
  return { name: 'addScaled', parameters: [i32, i32, f32, i32], locals, code };
}

function adam(): Kernel {
  const [e, apart, bytes, keepM, keepV, rate, unbias] = [0, 1, 2, 3, 4, 5, 6];
  const [end, m, v, g] = [7, 8, 9, 10];
  const [gradient, first, second] = [11, 12, 13];
  const at = (pointer: number): number[] => [...get(pointer), ...vectorLoad];
  const times = (factor: Code): number[] => [...factor, ...splat, ...vectorMultiply];
  const code = [
    ...[...plus(get(e), get(apart)), ...set(m), ...plus(get(m), get(apart)), ...set(v)],
    ...[...plus(get(v), get(apart)), ...set(g), ...plus(get(e), get(bytes)), ...set(end)],
    ...repeatWhile(
      isLess(e, end),
      [...at(g), ...set(gradient)],
      [...at(m), ...times(get(keepM)), ...get(gradient), ...times(float(1 - adamBeta1)), ...vectorAdd, ...set(first)],
      [...at(v), ...times(get(keepV)), ...get(gradient), ...get(gradient), ...vectorMultiply],
      [...times(float(1 - adamBeta2)), ...vectorAdd, ...set(second)],
      [...get(m), ...get(first), ...vectorStore, ...get(v), ...get(second), ...vectorStore],
      [...get(g), ...zero, ...vectorStore],
      [...get(e), ...at(e), ...get(first), ...times(get(rate))],
      [...get(second), ...times(get(unbias)), ...vectorRoot, ...float(adamEpsilon), ...splat, ...vectorAdd],
      [...vectorDivide, ...vectorSubtract, ...vectorStore],
      [e, m, v, g].flatMap((pointer) => increase(pointer, constant(16))),
    ),
  ];
  const locals = [
    [4, i32],
    [3, v128],
  ] as const;
  return { name: 'adam', parameters: [i32, i32, i32, f32, f32, f32, f32], locals, code };
}

function section(id: number, content: Code): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function list(items: readonly Code[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): number[] {
  return [value.length, ...Buffer.from(value, 'latin1')];
}

function bodyOf({ locals, code }: Kernel): number[] {
  const body = [...list(locals.map(([count, type]) => [...unsigned(count), type])), ...code, 0x0b];
  return [...unsigned(body.length), ...body];
}

const pageBytes = 65_536;

/** A `WebAssembly.Memory` that threads share. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}

/** Declares the members that are used here. TypeScript has the others only in its types for browsers. */
const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
interface WebAssemblyApi {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: { env: { memory: SharedMemory } }) => { exports: unknown };
}

/** Shared memory of at least this many bytes. */
export function sharedMemory(bytes: number): SharedMemory {
  const pages = Math.ceil(bytes / pageBytes);
  return new Memory({ initial: pages, maximum: pages, shared: true });
}

export function loadKernels(memory: SharedMemory): Kernels {
  const pages = memory.buffer.byteLength / pageBytes;
  const kernels = [dotRows(), addScaled(), adam()];
  const module = [
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list(kernels.map(({ parameters }) => [0x60, ...list(parameters.map((type) => [type])), 0x00]))),
    ...section(2, list([[...text('env'), ...text('memory'), 0x02, 0x03, ...unsigned(pages), ...unsigned(pages)]])),
    ...section(3, list(kernels.map((_, i) => [i]))),
    ...section(7, list(kernels.map(({ name }, i) => [...text(name), 0x00, i]))),
    ...section(10, list(kernels.map(bodyOf))),
  ];
  return new Instance(new Module(Uint8Array.from(module)), { env: { memory } }).exports as Kernels;
}

/** The kernel that takes rows of bytes apart into halves, as row-layout.ts says. */
import {
  branchIf,
  encodeModule,
  f32,
  get,
  i32,
  loop,
  set,
  v128,
  withLocals,
  type Code,
} from '../../util/wasm-encoder.ts';
import { blockLayout, halfStep, headLayout, middle } from './row-layout.ts';

/**
 * `pack(upper, centres, count, perValue)`: addresses of what is made of the staged rows (the lower halves stand as far behind the upper ones as
 * in any block), how many of these there are, and what a row's sum of lower halves is multiplied by.
 */
export function packModule(width: number): Uint8Array<ArrayBuffer> {
  const { names, types } = withLocals(['upper', 'centres', 'count', 'perValue'], {
    ...{ row: 'i32', at: 'i32', end: 'i32' },
    ...{ first: 'v128', second: 'v128', sums: 'v128' },
  });
  const { upper, centres, count, perValue, row, at, end, first, second, sums } = names;
  const { staged } = headLayout(width);
  const lowBits = v128.i8x16Splat(i32.constant(15));
  const moved = (part: number): Code =>
    v128.xor(
      v128.load(i32.shiftLeft(get(at), i32.constant(1)), staged + part * halfStep),
      v128.i8x16Splat(i32.constant(middle)),
    );
  const low = (values: number): Code => v128.and(get(values), lowBits);
  const ofLane = (lane: number): Code => v128.i32x4Lane(get(sums), lane);
  return encodeModule({
    name: 'pack',
    parameters: ['i32', 'i32', 'i32', 'f32'],
    result: 'i32',
    locals: types,
    body: [
      ...loop(
        set(end, i32.add(get(end), i32.constant(width / 2))),
        set(sums, v128.i32x4Splat(i32.constant(0))),
        loop(
          set(first, moved(0)),
          set(second, moved(1)),
          v128.store(
            i32.add(get(upper), get(at)),
            v128.or(
              v128.and(v128.i16x8ShiftRightUnsigned(get(first), i32.constant(4)), lowBits),
              v128.and(get(second), v128.i8x16Splat(i32.constant(0xf0))),
            ),
          ),
          v128.store(
            i32.add(i32.add(get(upper), i32.constant(blockLayout(width).lower)), get(at)),
            v128.or(low(first), v128.i16x8ShiftLeft(low(second), i32.constant(4))),
          ),
          set(sums, v128.i16x8Add(get(sums), v128.i16x8AddPairs(v128.i8x16Add(low(first), low(second))))),
          set(at, i32.add(get(at), i32.constant(halfStep))),
          branchIf(0, i32.lessUnsigned(get(at), get(end))),
        ),
        set(sums, v128.i32x4AddPairs(get(sums))),
        f32.store(
          i32.add(get(centres), i32.shiftLeft(get(row), i32.constant(2))),
          f32.mul(
            f32.fromUnsigned(i32.add(i32.add(ofLane(0), ofLane(1)), i32.add(ofLane(2), ofLane(3)))),
            get(perValue),
          ),
        ),
        set(row, i32.add(get(row), i32.constant(1))),
        branchIf(0, i32.lessUnsigned(get(row), get(count))),
      ),
      ...get(row),
    ],
  });
}

/** A row's values, put together again. @param from where its halves begin in those of its block */
export function unpackRow(upper: Uint8Array, lower: Uint8Array, from: number, into: Int8Array): void {
  let at = from;
  for (let to = 0; to < into.length; to += halfStep) {
    for (const end = to + halfStep; to < end; to++, at++) {
      const high = upper[at]!;
      const low = lower[at]!;
      into[to] = ((high & 15) * 16 + (low & 15)) ^ middle;
      into[to + halfStep] = ((high & 0xf0) + (low >> 4)) ^ middle;
    }
  }
}

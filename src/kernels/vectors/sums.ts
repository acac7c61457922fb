/** Sums of the lanes of vectors. The function is a static method, since only methods can be declared inline. */

export abstract class Sums {
  /** Lane n of the result is the sum of the four lanes of vector n. */
  @inline
  static ofFour(one: v128, two: v128, three: v128, four: v128): v128 {
    const first = i32x4.add(v128.shuffle<i32>(one, two, 0, 4, 1, 5), v128.shuffle<i32>(one, two, 2, 6, 3, 7));
    const second = i32x4.add(v128.shuffle<i32>(three, four, 0, 4, 1, 5), v128.shuffle<i32>(three, four, 2, 6, 3, 7));
    return i32x4.add(v128.shuffle<i32>(first, second, 0, 1, 4, 5), v128.shuffle<i32>(first, second, 2, 3, 6, 7));
  }
}

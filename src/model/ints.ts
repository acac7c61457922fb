/** A list of 32-bit integers that grows. */
export class Ints {
  values = new Int32Array(1 << 10);
  length = 0;
  /** Caches `values.length`, which is slow to read. */
  #capacity = this.values.length;

  push(value: number): void {
    if (this.length === this.#capacity) this.grow();
    this.values[this.length++] = value;
  }

  /** Makes room for `count` more numbers, which the caller writes into `values`; returns where they start. */
  extend(count: number): number {
    const at = this.length;
    this.length = at + count;
    while (this.length > this.#capacity) this.grow();
    return at;
  }

  grow(): void {
    const larger = new Int32Array(this.values.length * 2);
    larger.set(this.values);
    this.values = larger;
    this.#capacity = larger.length;
  }

  /** Replaces all numbers of the list. */
  replace(values: Int32Array): void {
    this.length = 0;
    this.extend(values.length);
    this.values.set(values);
  }

  /** A copy of the numbers. */
  take(): Int32Array {
    return this.values.slice(0, this.length);
  }
}

/** A list of 32-bit integers that grows. */
export class Ints {
  values = new Int32Array(1 << 10);
  length = 0;
  /** Caches `values.length`, which is slow to read. */
  #room = this.values.length;

  push(value: number): void {
    if (this.length === this.#room) this.grow();
    this.values[this.length++] = value;
  }

  /** Makes room for `count` more numbers, which the caller writes into `values`; returns where they start. */
  extend(count: number): number {
    const at = this.length;
    this.length = at + count;
    while (this.length > this.#room) this.grow();
    return at;
  }

  grow(): void {
    const wider = new Int32Array(this.values.length * 2);
    wider.set(this.values);
    this.values = wider;
    this.#room = wider.length;
  }

  /** Replaces all numbers of the list. */
  replace(values: Int32Array): void {
    this.length = 0;
    this.extend(values.length);
    this.values.set(values);
  }

  take(): Int32Array {
    return this.values.slice(0, this.length);
  }
}

/** A list of 32-bit integers that grows. */
export class Ints {
  values = new Int32Array(1 << 10);
  length = 0;
  /** The length of `values`, which is slow to ask. */
  #room = this.values.length;

  push(value: number): void {
    if (this.length === this.#room) this.grow();
    this.values[this.length++] = value;
  }

  /** Makes room for so many more, which the caller writes into `values`; gives where they start. */
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

  /** Holds these numbers instead. */
  replace(values: Int32Array): void {
    this.length = 0;
    this.extend(values.length);
    this.values.set(values);
  }

  take(): Int32Array {
    return this.values.slice(0, this.length);
  }
}

/** A list of 32-bit integers that grows. */
export class Ints {
  values = new Int32Array(1 << 10);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.grow();
    this.values[this.length++] = value;
  }

  grow(): void {
    const wider = new Int32Array(this.values.length * 2);
    wider.set(this.values);
    this.values = wider;
  }

  take(): Int32Array {
    return this.values.slice(0, this.length);
  }
}

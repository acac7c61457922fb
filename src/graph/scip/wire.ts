/**
 * The wire format of Protocol Buffers (https://protobuf.dev/programming-guides/encoding), as far as SCIP needs it. We wrote it ourselves, because the
 * few messages need no generated code, and indexes are read and written one document at a time.
 * Invariants: unknown fields are skipped, groups too; bytes that are not a message throw a `RangeError`.
 */
import { byteSink, readByte, sinkBytes, writeBytes, writeVarint, type ByteSource } from '../../util/bytes/varint.ts';

const wireTypes = { varint: 0, fixed64: 1, bytes: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const;
/** The maximum depth of nested groups; deeper ones are an error. */
const maxDepth = 64;

/** One field of a message. `number` is the field's number. `bytes` hold a text, a message or packed numbers. */
export type Field = { number: number; bytes: Uint8Array } | { number: number; value: number };

/** The fields of a message in their order. Fixed-width fields and groups are skipped: SCIP does not use them. */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  const source: ByteSource = { bytes, at: 0, end: bytes.length };
  while (source.at < source.end) {
    const tag = readNumber(source);
    const [number, type] = [tag >>> 3, tag & 7];
    if (number === 0) throw new RangeError(`a field without a number at byte ${source.at}`);
    if (type === wireTypes.varint) yield { number, value: readNumber(source) | 0 };
    else if (type === wireTypes.bytes) yield { number, bytes: takeBytes(source, readNumber(source)) };
    else skipField(source, type, 0);
  }
}

function skipField(source: ByteSource, type: number, depth: number): void {
  if (type === wireTypes.varint) readNumber(source);
  else if (type === wireTypes.fixed64) takeBytes(source, 8);
  else if (type === wireTypes.fixed32) takeBytes(source, 4);
  else if (type === wireTypes.bytes) takeBytes(source, readNumber(source));
  else if (type === wireTypes.startGroup && depth < maxDepth) {
    for (;;) {
      const innerType = readNumber(source) & 7;
      if (innerType === wireTypes.endGroup) return;
      skipField(source, innerType, depth + 1);
    }
  } else throw new RangeError(`a field of an unknown kind at byte ${source.at}`);
}

function takeBytes(source: ByteSource, length: number): Uint8Array {
  if (length > source.end - source.at) throw new RangeError(`a field runs past the end of its message`);
  source.at += length;
  return source.bytes.subarray(source.at - length, source.at);
}

/** Reads a varint and returns its low 32 bits as an unsigned number. A negative number takes ten bytes. */
function readNumber(source: ByteSource): number {
  let value = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = readByte(source);
    if (shift < 32) value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
  throw new RangeError(`a number of more than ten bytes at byte ${source.at}`);
}

/** Numbers of a packed repeated field. */
export function packedNumbers(bytes: Uint8Array): number[] {
  const source: ByteSource = { bytes, at: 0, end: bytes.length };
  const numbers: number[] = [];
  while (source.at < source.end) numbers.push(readNumber(source) | 0);
  return numbers;
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

/** Writes the fields of one message. Default values (0, false, '') are left out, as in proto3. */
export class MessageWriter {
  readonly #sink = byteSink();

  text(field: number, value: string): this {
    return value === '' ? this : this.message(field, Buffer.from(value, 'utf8'));
  }

  /** Writes a repeated text field. Empty texts are written too. */
  texts(field: number, values: readonly string[]): this {
    for (const value of values) this.message(field, Buffer.from(value, 'utf8'));
    return this;
  }

  /** @param value not negative */
  number(field: number, value: number): this {
    if (value === 0) return this;
    writeVarint(this.#sink, field * 8 + wireTypes.varint);
    writeVarint(this.#sink, value);
    return this;
  }

  flag(field: number, value: boolean): this {
    return this.number(field, value ? 1 : 0);
  }

  numbers(field: number, values: readonly number[]): this {
    if (values.length === 0) return this;
    const packed = byteSink(values.length * 3);
    for (const value of values) writeVarint(packed, value);
    return this.message(field, sinkBytes(packed));
  }

  message(field: number, bytes: Uint8Array): this {
    writeVarint(this.#sink, field * 8 + wireTypes.bytes);
    writeVarint(this.#sink, bytes.length);
    writeBytes(this.#sink, bytes);
    return this;
  }

  bytes(): Uint8Array {
    return sinkBytes(this.#sink);
  }
}

/**
 * The file of a static model: a row of small numbers for each sub-word that has a row of its own, and rows that all other words share
 * by their hash.
 *
 * Format, little-endian: `CSEM`, the length of the header as 32 bits, the header as JSON, the words separated by line feeds, zeros up to a
 * multiple of four, a 32-bit float per row (its scale), a byte per value (row by row). The value of a number is its byte times the row's scale.
 */
import { endianness } from 'node:os';
import { AppError } from '../../model/error.ts';

export interface StaticWeights {
  dimensions: number;
  /** In the order of the rows. */
  words: readonly string[];
  /** Number of shared rows, which follow those of the words. */
  buckets: number;
  scales: Float32Array;
  values: Int8Array;
}

/** Offsets of the parts of a file, in bytes from its start. */
export interface WeightsLayout {
  dimensions: number;
  buckets: number;
  /** Number of words, and where their list is. */
  words: number;
  listAt: number;
  listEnd: number;
  scalesAt: number;
  valuesAt: number;
  /** Size of the whole file. */
  bytes: number;
}

interface Header {
  format: number;
  dimensions: number;
  buckets: number;
  words: number;
  wordBytes: number;
}

const magic = 'CSEM';
const format = 1;
const prefixBytes = 8;
const maxByte = 127;

function aligned(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

/** Quantises rows of floats to bytes: each row's largest value becomes 127. The error of a value is at most half the row's scale. */
export function quantizeRows(values: Float32Array, dimensions: number): Pick<StaticWeights, 'scales' | 'values'> {
  const rows = values.length / dimensions;
  const scales = new Float32Array(rows);
  const bytes = new Int8Array(values.length);
  for (let row = 0; row < rows; row++) {
    let largest = 0;
    for (let i = row * dimensions; i < (row + 1) * dimensions; i++) largest = Math.max(largest, Math.abs(values[i]!));
    scales[row] = largest / maxByte;
    const scale = scales[row]!;
    for (let i = row * dimensions; i < (row + 1) * dimensions && scale > 0; i++) {
      bytes[i] = Math.max(-maxByte, Math.min(maxByte, Math.round(values[i]! / scale)));
    }
  }
  return { scales, values: bytes };
}

export function encodeWeights({ dimensions, words, buckets, scales, values }: StaticWeights): Buffer {
  const list = Buffer.from(words.join('\n'), 'utf8');
  const header: Header = { format, dimensions, buckets, words: words.length, wordBytes: list.length };
  const head = Buffer.from(JSON.stringify(header), 'utf8');
  const prefix = Buffer.alloc(prefixBytes);
  prefix.write(magic, 'latin1');
  prefix.writeUInt32LE(head.length, 4);
  const listEnd = prefixBytes + head.length + list.length;
  const numbers = Buffer.alloc(scales.length * 4);
  for (const [row, scale] of scales.entries()) numbers.writeFloatLE(scale, row * 4);
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([prefix, head, list, Buffer.alloc(aligned(listEnd) - listEnd), numbers, bytes]);
}

function brokenFile(what: string): AppError {
  return new AppError('InternalError', `the embedding model's file is broken: ${what}`, {
    hint: 'Install the package again.',
  });
}

function readHeader(file: Buffer): { header: Header; end: number } {
  if (file.length < prefixBytes || file.toString('latin1', 0, 4) !== magic) throw brokenFile('it is of another kind');
  const end = prefixBytes + file.readUInt32LE(4);
  if (end > file.length) throw brokenFile('it ends early');
  let header: Header;
  try {
    header = JSON.parse(file.toString('utf8', prefixBytes, end)) as Header;
  } catch {
    throw brokenFile('its header cannot be read');
  }
  if (header.format !== format) throw brokenFile(`its format is ${header.format}, not ${format}`);
  return { header, end };
}

/** A copy, since numbers in a file need not be aligned for this machine. */
function littleEndianFloats(bytes: Buffer): Float32Array {
  const copy = new Uint8Array(bytes);
  if (endianness() === 'BE') Buffer.from(copy.buffer).swap32();
  return new Float32Array(copy.buffer);
}

/**
 * Throws an `AppError` for bytes that are not the file of a static model.
 * @param head the beginning of the file, with the whole header
 */
export function weightsLayout(head: Buffer): WeightsLayout {
  const { header, end } = readHeader(head);
  const { dimensions, buckets, words, wordBytes } = header;
  if (!(dimensions > 0) || !(buckets > 0) || !(words >= 0) || !(wordBytes >= 0))
    throw brokenFile('its header does not fit its words');
  const listEnd = end + wordBytes;
  const scalesAt = aligned(listEnd);
  const valuesAt = scalesAt + (words + buckets) * 4;
  const bytes = valuesAt + (words + buckets) * dimensions;
  return { dimensions, buckets, words, listAt: end, listEnd, scalesAt, valuesAt, bytes };
}

/** Throws an `AppError` for a file of the wrong length. */
export function checkLength(length: number, layout: WeightsLayout): void {
  if (length !== layout.bytes) throw brokenFile('its length differs from the one in its header');
}

/** Throws an `AppError` for a list with the wrong number of words. */
export function checkWords(count: number, { words }: WeightsLayout): void {
  if (count !== words) throw brokenFile('its header does not fit its words');
}

/** Throws an `AppError` for bytes that are not the file of a static model. */
export function decodeWeights(file: Buffer): StaticWeights {
  const layout = weightsLayout(file);
  const { dimensions, buckets, scalesAt, valuesAt } = layout;
  const list = file.toString('utf8', layout.listAt, layout.listEnd);
  const words = list === '' ? [] : list.split('\n');
  checkWords(words.length, layout);
  checkLength(file.length, layout);
  const scales = littleEndianFloats(file.subarray(scalesAt, valuesAt));
  // Nearly the whole file consists of these values; a view takes no memory of its own.
  const values = new Int8Array(file.buffer, file.byteOffset + valuesAt, scales.length * dimensions);
  return { dimensions, words, buckets, scales, values };
}

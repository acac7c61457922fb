import { Worker } from 'node:worker_threads';
import { constants, createZstdCompress, createZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cachedCodec, type CodecParts } from './cached-codec.ts';

const input = Buffer.from('some words, and some words again, and again some words');
const frame = zstdCompressSync(input);

function decompressing(parts: Partial<CodecParts> = {}): CodecParts & { streams: number; fallbacks: number } {
  const { stream = createZstdDecompress, fallback = zstdDecompressSync } = parts;
  const counted = {
    streams: 0,
    fallbacks: 0,
    end: constants.ZSTD_e_end,
    stream: () => (counted.streams++, stream()),
    fallback: (bytes: Uint8Array) => (counted.fallbacks++, fallback(bytes)),
  };
  return counted;
}

describe('a cached codec', () => {
  it('calls the public function once, and then reuses one stream', () => {
    const parts = decompressing();
    const decompress = cachedCodec(parts);
    for (let time = 0; time < 5; time++)
      expect(Buffer.from(decompress(frame, new Uint8Array(input.length)))).toEqual(input);
    expect(parts).toMatchObject({ streams: 1, fallbacks: 1 });
  });

  it.each([
    ['another major of Node', {}, 21, 0],
    ['a stream of other parts', { stream: () => ({ _handle: { writeSync: () => {} } }) }, 24, 1],
    ['a stream that does something else', { stream: createZstdCompress }, 24, 1],
  ])('always calls the public function with %s', (_, other, major, streams) => {
    const parts = decompressing(other);
    const decompress = cachedCodec(parts, major);
    for (let time = 0; time < 3; time++) expect(Buffer.from(decompress(frame, new Uint8Array(1_000)))).toEqual(input);
    expect(parts).toMatchObject({ streams, fallbacks: 3 });
  });

  it('is created again after a failure, and the error is that of the public function', async () => {
    const parts = decompressing();
    const decompress = cachedCodec(parts);
    const broken = Buffer.from(frame).fill(255, 6);
    for (let time = 1; time < 4; time++) {
      decompress(frame, new Uint8Array(input.length));
      expect(() => decompress(broken, new Uint8Array(input.length))).toThrow(
        expect.objectContaining({ code: expect.any(String) }),
      );
      expect(parts.streams).toBe(time);
    }
    // Nothing is thrown later either.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('is no longer used once the public function succeeds where it fails', () => {
    const parts = decompressing();
    const decompress = cachedCodec(parts);
    const read = (room: number): Uint8Array => decompress(frame, new Uint8Array(room));
    read(input.length);
    expect(parts.fallbacks).toBe(1);
    const twice = Buffer.concat([frame, frame]);
    decompress(twice, new Uint8Array(input.length));
    read(input.length);
    expect(parts).toMatchObject({ streams: 1, fallbacks: 3 });
  });

  it('ends with its thread', async () => {
    const code = `
      const { parentPort } = require('node:worker_threads');
      import(${JSON.stringify(new URL('./zstd.ts', import.meta.url).href)}).then(({ zstdFrame, frameContent }) => {
        for (let time = 0; time < 50; time++) frameContent(zstdFrame(new Uint8Array(5000).fill(time)));
        parentPort.postMessage('done');
      });`;
    const worker = new Worker(code, { eval: true });
    const end = new Promise((resolve) => worker.once('exit', resolve));
    expect(await new Promise((resolve) => worker.once('message', resolve))).toBe('done');
    await worker.terminate();
    expect(await end).toBeTypeOf('number');
  });
});

import { once } from 'node:events';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { parseSync, type ParserOptions } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { EcmascriptKernel } from './kernel.ts';
import { parseRaw, releaseLargeTree } from './raw-transfer.ts';

const kernel = new EcmascriptKernel();

/** Where the last statement ends, with comments and the first error. */
function parsed(text: string, options: ParserOptions): unknown {
  kernel.load(parseRaw(text, options));
  return { end: kernel.lastEnd(), comments: kernel.comments(), error: kernel.firstError() };
}

/** The same as read by the package's own entry, through JSON. */
function parsedByJson(text: string, options: ParserOptions): unknown {
  const { program, comments, errors } = parseSync('file', text, options);
  const [first] = errors;
  return {
    end: program.body.at(-1)?.end ?? 0,
    comments: comments.map(({ type, start, end }) => ({ type, start, end })),
    error: first === undefined ? null : { message: first.message, offset: first.labels[0]?.start ?? null },
  };
}

describe('parseRaw', () => {
  it.each<[name: string, text: string, options: ParserOptions]>([
    ['comments', '// one\nexport const a = /x/u, b = 10n; /* two */ /** three\n * lines */', { lang: 'js' }],
    ['TypeScript behind a hashbang', '#!/usr/bin/env node\nlet a: string;', { lang: 'ts' }],
    ['letters of several bytes', "'é'; '€'; '😀'; const ünder = `€${1}`; // 😀\n f(ünder);", { lang: 'ts' }],
    ['a byte-order mark', '\uFEFFexport const a = 1;', { lang: 'ts' }],
    ['an error', 'const a = ;\nfunction (', { lang: 'ts' }],
    ['an error whose message has other letters', 'const ä = 1; const ä = 2; // é', { lang: 'ts' }],
    ['a script', 'with (a) b = 010;', { lang: 'js', sourceType: 'script' }],
    ['nothing', '', { lang: 'ts' }],
  ])('reads %s like the JSON interface', (_, text, options) => {
    expect(parsed(text, options)).toEqual(parsedByJson(text, options));
  });

  it('reads one text after another, long and short, in the same memory', () => {
    const texts = Array.from({ length: 40 }, (_, at) => `export const a${at} = [${'f(b), '.repeat((at % 7) * 500)}];`);
    for (const text of texts) expect(parsed(text, { lang: 'ts' })).toEqual(parsedByJson(text, { lang: 'ts' }));
  });

  it('continues after a text that is too large to retain its memory', () => {
    const text = '/* so much */ f(1);\n'.repeat(110_000);
    kernel.load(parseRaw(text, { lang: 'js' }));
    expect(kernel.lastEnd()).toBe(text.length - 1);
    releaseLargeTree();
    expect(parsed('a;', { lang: 'js' })).toEqual(parsedByJson('a;', { lang: 'js' }));
  });

  it('does not make V8 count the address space as memory', () => {
    parseRaw('a;', { lang: 'js' });
    expect(getHeapStatistics().external_memory).toBeLessThan(1_000_000_000);
  });
});

describe('a parse worker', () => {
  /** Tells how much memory a thread's buffers have, address space included, after a small tree and after a large one. V8 frees some beside the thread. */
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.module).then(({ extractEcmascript }) => {
      const before = process.memoryUsage().arrayBuffers;
      extractEcmascript({}, 'a.ts', 'const a = 1;');
      const small = process.memoryUsage().arrayBuffers - before;
      extractEcmascript({}, 'a.ts', 'const a = 1;\\n' + '\\\\'.repeat(20_000));
      const look = (more) => {
        const large = process.memoryUsage().arrayBuffers - before;
        if (large > small / 2 && more > 0) setTimeout(look, 10, more - 1);
        else parentPort.postMessage({ small, large });
      };
      look(30_000);
    });`;

  async function memoryOfTrees(): Promise<{ small: number; large: number }> {
    const worker = new Worker(code, {
      eval: true,
      workerData: { module: new URL('./ecmascript.ts', import.meta.url).href },
      resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 192 },
    });
    const [told] = (await once(worker, 'message')) as [{ small: number; large: number }];
    await worker.terminate();
    return told;
  }

  it('gives the memory of a large tree back at once, without an idle time', async () => {
    const { small, large } = await memoryOfTrees();
    // The block is kept after a small text.
    expect(small).toBeGreaterThan(6_000_000_000);
    expect(large).toBeLessThan(1_000_000_000);
  });
});

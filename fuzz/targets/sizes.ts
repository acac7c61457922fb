/**
 * Files as large as the settings admit: their words and chunks go through our WebAssembly, whose memory has to grow. An input says how long the text is
 * (its first line), and which part is repeated in it; a `#` of the part is a number that counts up, so that words differ. The contract: the file is
 * indexed, or left out with a reason; nothing is thrown, and the thread of a parse worker lives.
 */
import { createAnalyser } from '../../src/engine/indexing/analyser.ts';
import { textAsSource } from '../../src/source/read/source-text.ts';
import type { Input, Target } from '../lib/target.ts';

const megabyte = 1024 ** 2;
/** The default of `indexing.maxFileSize`. */
const largestText = 10_000_000;
/** Prose is read by our own modules alone, in memory that is not V8's: a user may admit as much. */
const largestProse = 40 * megabyte;

const parts: readonly (readonly [name: string, part: string])[] = [
  ['a.md', 'word# '],
  // As many distinct words as there can be.
  ['a.md', 'w#\n'],
  ['a.md', '# #\n\ntext # of #\n'],
  ['a.txt', 'a'],
  ['a.ts', 'export const v# = #;\n'],
  ['a.py', 'def f#():\n    return #\n'],
  ['a.json', '{"k#": [#]},\n'],
];

function largestOf(name: string): number {
  return name.endsWith('.md') ? largestProse : largestText;
}

/** @param size of the text (UTF-16 units), which is `part` again and again */
export function inputOf(name: string, size: number, part: string): Input {
  return { name, bytes: Buffer.from(`${size}\n${part}`) };
}

function textOf({ name, bytes }: Input): string {
  const text = Buffer.from(bytes).toString();
  const lineEnd = text.indexOf('\n');
  const size = Math.min(Number.parseInt(text.slice(0, lineEnd), 10) || megabyte, largestOf(name));
  const part = text.slice(lineEnd + 1) || 'a';
  let [made, count] = ['', 0];
  while (made.length < size) made += part.replaceAll('#', () => String(count++));
  return made.slice(0, size);
}

export const largeFiles: Target = {
  seeds: () =>
    Promise.resolve([
      ...parts.map(([name, part]) => inputOf(name, megabyte, part)),
      ...parts.map(([name, part]) => inputOf(name, largestOf(name), part)),
    ]),
  form: 'text',
  tokens: ['#', '# ', '#\n', '\n\n', String(9 * megabyte), String(24 * megabyte)],
  largest: 2000,
  batch: 1,
  testRuns: 3,
  // 40 MB of distinct words took 17 s and 2.7 GB, of which 2.1 GB were the memory of the WebAssembly that counts them (2026-12-01).
  limits: { cpuMs: 120_000, stuckMs: 60_000, memory: 4 * 1024 ** 3, heapMb: 2000 },
  open: () => {
    const data = { root: '/', maxFileSize: 2 * largestProse, ignorePatterns: [], extensions: [], disabled: [] };
    const analyser = createAnalyser(data);
    return Promise.resolve({
      isSpoiled: () => analyser.failed,
      run: async (input) => {
        const path = `src/${input.name}`;
        await analyser.analyse({ path, rawPath: null, knownHash: null, text: textAsSource(path, textOf(input)) });
      },
    });
  },
};

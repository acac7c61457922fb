/**
 * The analysis of one file, as a parse worker does it: language, tree, definitions, summary, chunks, words, packed rows. The contract: never
 * rejects because of a text; no parser fails; what it says about a file lies in the file.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAnalyser } from '../../src/engine/indexing/analyser.ts';
import { unpackChunks } from '../../src/store/packed/packed-chunks.ts';
import { unpackDefinitions } from '../../src/store/packed/packed-definitions.ts';
import { unpackImports } from '../../src/store/packed/packed-imports.ts';
import { unpackReferences } from '../../src/store/packed/packed-references.ts';
import { unpackSummary } from '../../src/store/packed/packed-summary.ts';
import { textAsSource } from '../../src/source/read/source-text.ts';
import { limits, type Input, type OpenTarget, type Target } from '../lib/target.ts';

const languages = join(import.meta.dirname, '../../src/languages');

/** Folders of languages with samples. */
export const sampleFolders = readdirSync(languages)
  .filter((folder) => existsSync(join(languages, folder, 'sample')))
  .toSorted();

/** What samples have too little of, because broken or old code has it. */
const moreSeeds: Readonly<Record<string, readonly [name: string, text: string][]>> = {
  typescript: [
    [
      'more.ts',
      '@Injectable()\nexport class A<T extends B = C> { @Input() a?: string; constructor(@Inject(X) private x: Y) {} }\n',
    ],
  ],
  javascript: [
    [
      'flow.js',
      '// @flow\ntype A = {| +a: ?string, ...B |};\nexport function f<T>(a: T, ...b: Array<T>): %checks { return !!a; }\n',
    ],
  ],
  c: [
    [
      'more.h',
      '#if defined(A) && !B\n#define F(x, ...) do { g(x, ##__VA_ARGS__); } while (0)\n#else\nint F(int (*f)(void), K&r) int r; { return r; }\n#endif\n',
    ],
  ],
  cpp: [
    [
      'more.hpp',
      'template <typename... T> requires C<T...> auto f(T&&... t) -> decltype((g(t), ...)) { return [&]<class U>(U u) { return u <=> 1; }(t...); }\n',
    ],
  ],
  text: [
    ['data.json', '{"a": [1, {"b": null}], "c": "\\u0041"}\n'],
    ['notes.txt', 'plain words, 100 of them, in UTF-8: naïve\n'],
  ],
};

function notebookSeed(): Input {
  const cells = [
    { cell_type: 'markdown', id: 'a1', metadata: {}, source: ['# Title\n', 'text'] },
    {
      cell_type: 'code',
      id: 'a2',
      metadata: {},
      execution_count: 1,
      outputs: [],
      source: ['%matplotlib inline\n', 'def f(a):\n', '    return a.b\n'],
    },
    {
      cell_type: 'code',
      id: 'a3',
      metadata: {},
      execution_count: null,
      outputs: [{ output_type: 'stream', text: ['1'] }],
      source: '!ls\nf(1)',
    },
  ];
  const metadata = {
    kernelspec: { name: 'python3', language: 'python' },
    language_info: { name: 'python', version: '3.12' },
  };
  return {
    name: 'notebook.ipynb',
    bytes: Buffer.from(JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)),
  };
}

function samplesOf(folder: string): Input[] {
  const samples = join(languages, folder, 'sample');
  const files = readdirSync(samples, { withFileTypes: true }).filter((entry) => entry.isFile());
  const more = (moreSeeds[folder] ?? []).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  return [...files.map(({ name }) => ({ name, bytes: readFileSync(join(samples, name)) })), ...more];
}

/** What reaches to the end of the file may end on the empty line after its last line break. */
function expectWithin(
  what: string,
  { startLine, endLine }: { startLine: number; endLine: number },
  lines: number,
): void {
  if (startLine >= 1 && startLine <= endLine && endLine <= lines + 1) return;
  throw new Error(`${what} from line ${startLine} to ${endLine} of ${lines}`);
}

function open(): OpenTarget {
  const data = { root: '/', maxFileSize: 256 * 1024 ** 2, ignorePatterns: [], extensions: [], disabled: [] };
  const analyser = createAnalyser(data);
  const decoder = new TextDecoder('utf-8');
  return {
    isSpoiled: () => analyser.failed,
    run: async ({ name, bytes }) => {
      const path = `src/${name}`;
      const text = textAsSource(path, decoder.decode(bytes));
      const outcome = await analyser.analyse({ path, rawPath: null, knownHash: null, text });
      if (outcome.kind === 'leftOut' && outcome.leftOut.reason === 'failed')
        throw new Error(`left out: ${outcome.leftOut.detail}`);
      if (outcome.kind !== 'indexed') return;
      const { file } = outcome;
      const fault = file.issues.find(({ code }) => code === 'internal');
      if (fault !== undefined) throw new Error(fault.message);
      for (const definition of unpackDefinitions(file.definitions))
        expectWithin('a definition', definition, file.lines);
      for (const chunk of unpackChunks(file.chunks)) expectWithin('a chunk', chunk, file.lines);
      unpackImports(file.imports);
      unpackReferences(file.references);
      if (file.summary.length > 0) unpackSummary(file.summary);
    },
  };
}

/** Their parser's messages about one text that consists of errors take up to 750 MB (src/extract/ecmascript/long-lines.ts); the rest has 300. */
const ofEcmascript: ReadonlySet<string> = new Set(['components', 'javascript', 'typescript']);

/** @param folder of src/languages, or `notebook` */
export function extractionTarget(folder: string): Target {
  return {
    seeds: () => Promise.resolve(folder === 'notebook' ? [notebookSeed()] : samplesOf(folder)),
    form: 'text',
    largest: 40_000,
    limits: ofEcmascript.has(folder) ? { ...limits, memory: 1.25 * 1024 ** 3 } : limits,
    open: () => Promise.resolve(open()),
  };
}

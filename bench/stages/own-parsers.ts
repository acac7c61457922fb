/**
 * `npm run bench -- own-parsers DIR… [--write]`: our own parsers compared to the grammars that they replace: how many
 * files of the folders each reads, whether the rows for the index are equal, and the CPU time of both. A file with a
 * different row is named: one of the two parsers is wrong about it.
 */
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { createLanguageDetector } from '../../src/engine/indexing/language-detector.ts';
import { Extractor } from '../../src/extract/extract.ts';
import { FileAnalyser } from '../../src/indexer/analyse-file.ts';
import type { Language } from '../../src/languages/language.ts';
import { decodeText } from '../../src/source/read/decode-text.ts';
import { walk } from '../../src/source/walk/walk.ts';
import type { FileWrite } from '../../src/store/store.ts';
import { assetUrl } from '../../src/util/assets.ts';
import { recordResults } from '../lib/results.ts';
import { walkOptions } from './stage-files.ts';

interface Tally {
  files: number;
  /** Files that our parser reads; the others are left to the grammar. */
  read: number;
  different: string[];
  ownMs: number;
  grammarMs: number;
}

const languages = createLanguageDetector({ extensions: [], disabled: [] });
const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
/** Results of `grammarAlone`. */
const grammarsAlone = new Map<Language, Language>();

/** The language with its grammar only. */
function grammarAlone(language: Language): Language {
  const { grammar } = language;
  if (grammar?.parse === undefined) return language;
  const { parse: _, ...rest } = grammar;
  const known = grammarsAlone.get(language) ?? { ...language, grammar: rest };
  grammarsAlone.set(language, known);
  return known;
}

/**
 * The fields that must agree: all except references, which our own parsers leave to the file summary, and the time of
 * the last check.
 */
function compared({ references: _, referenceCount: __, verifiedAtMs: ___, ...row }: FileWrite): object {
  return row;
}

async function compare(root: string, tallies: Map<string, Tally>): Promise<void> {
  const own = new FileAnalyser(root, walkOptions, languages, extractor);
  const detect = async (path: string, text: string): Promise<Language | null> => {
    const language = await languages.detect(path, text);
    return language === null ? null : grammarAlone(language);
  };
  const grammar = new FileAnalyser(root, walkOptions, { detect }, extractor);
  for (const { path, rawPath } of (await walk(root, walkOptions)).files) {
    const { text } = decodeText(readFileSync(join(root, path))) ?? { text: '' };
    const language = await languages.detect(path, text.slice(0, 4096));
    const parse = language?.grammar?.parse;
    if (language === null || parse === undefined) continue;
    const tally = tallies.get(language.name) ?? { files: 0, read: 0, different: [], ownMs: 0, grammarMs: 0 };
    tallies.set(language.name, tally);
    const started = process.threadCpuUsage();
    const first = await own.analyse({ path, rawPath, knownHash: null });
    const between = process.threadCpuUsage();
    const second = await grammar.analyse({ path, rawPath, knownHash: null });
    const ended = process.threadCpuUsage();
    if (first.kind !== 'indexed' || second.kind !== 'indexed') continue;
    tally.files++;
    tally.ownMs += (between.user + between.system - started.user - started.system) / 1000;
    tally.grammarMs += (ended.user + ended.system - between.user - between.system) / 1000;
    if (parse(text) !== null) tally.read++;
    if (!isDeepStrictEqual(compared(first.file), compared(second.file))) tally.different.push(join(root, path));
  }
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
if (positionals.length === 0) {
  console.error('Name the folders whose files are to be read: npm run bench -- own-parsers DIR…');
  process.exit(2);
}
const tallies = new Map<string, Tally>();
for (const folder of positionals) await compare(resolve(folder), tallies);
extractor.close();

const count = (number: number): string => number.toLocaleString('en');
const lines = ['| language | files | read | the same row | CPU s | grammar |', '|---|---|---|---|---|---|'];
for (const [name, { files, read, different, ownMs, grammarMs }] of tallies) {
  const [own, grammar] = [ownMs, grammarMs].map((ms) => (ms / 1000).toFixed(1));
  lines.push(
    `| ${name} | ${count(files)} | ${count(read)} | ${count(files - different.length)} | ${own} | ${grammar} |`,
  );
}
for (const line of lines) console.log(line);
const different = [...tallies.values()].flatMap((tally) => tally.different);
for (const path of different) console.log(`differs: ${path}`);
if (values.write === true) {
  const names = positionals.map((folder) => basename(resolve(folder))).join(' ');
  const about = 'Files left to the grammar count as the same; CPU is that of the whole row, words and chunks included.';
  recordResults('own-parsers', 'Our own parsers', `npm run bench -- own-parsers ${names}`, [about, '', ...lines]);
}

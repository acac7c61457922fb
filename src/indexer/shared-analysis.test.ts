/** Against the analysis of one thread, over real files and parsers; the other thread is this one. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { textsOf } from '../model/text-list.ts';
import { createAnalyser } from '../engine/indexing/analyser.ts';
import { createLanguageDetector } from '../engine/indexing/language-detector.ts';
import type { DescribedText } from './describe-file.ts';
import type { FileOutcome } from './file-outcome.ts';
import type { ParsePool } from './parse-pool.ts';
import type { AnalyseTask } from './read-file.ts';
import { ExtractionReceiver, ExtractionSender } from './sent-extractions.ts';
import { SharedAnalysis } from './shared-analysis.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-shared-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const contents: Record<string, string | Buffer> = {
  'src/cart.ts': '/** Adds up what is in it. */\nexport class Cart {\n  total(été: number) { return été; }\n}\n',
  'app/models.py': 'class User:\n    """A person."""\n    def full_name(self):\n        return self.first\n',
  'lib/queue.go': 'package lib\n\nfunc NewQueue() *Queue { return nil }\n',
  'README.md': '# Title\n\nWords of prose.\n',
  'data.json': '{"name": "x"}\n',
  'notes.unknown': 'plain words\n',
  'empty.ts': '',
  'broken.js': 'function ( {\n',
  'image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
};
for (const [path, content] of Object.entries(contents)) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), 1e9, 1e9);
}
const options = { maxFileSize: 1e6, ignorePatterns: [] };
const languages = createLanguageDetector({ extensions: [], disabled: [] });
const analyser = createAnalyser({ root, ...options, extensions: [], disabled: [] });
const tasks: AnalyseTask[] = [...Object.keys(contents), 'gone.ts'].map((path) => ({
  path,
  rawPath: null,
  knownHash: null,
}));

/** Through messages, as from a worker. */
function pool(): Pick<ParsePool, 'extract'> {
  const [sender, receiver] = [new ExtractionSender(), new ExtractionReceiver()];
  return {
    extract: async (texts: DescribedText[]) => {
      const files = [];
      for (const text of structuredClone(texts)) files.push(await analyser.extract(text));
      const packed = sender.pack(files);
      return receiver.take(structuredClone(packed, { transfer: [packed.memory, packed.facts] }));
    },
  };
}

/** Terms as texts, and not when it was read. */
function plain(outcomes: readonly FileOutcome[]): unknown {
  return outcomes.map((outcome) =>
    outcome.kind !== 'indexed'
      ? outcome
      : { ...outcome, file: { ...outcome.file, terms: textsOf(outcome.file.terms), verifiedAtMs: 0 } },
  );
}

async function analysed(some: readonly AnalyseTask[]): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  for (const task of some) outcomes.push(await analyser.analyse(task));
  return outcomes;
}

describe('analysis that two threads share', () => {
  it('gives what one thread gives', async () => {
    const shared = new SharedAnalysis(root, options, languages, pool());
    const expected = await analysed(tasks);
    expect(expected.map(({ kind }) => kind).filter((kind) => kind === 'leftOut')).toHaveLength(2);
    expect(plain(await shared.analyse(tasks))).toEqual(plain(expected));
    expect(plain(await shared.analyse(tasks.toReversed()))).toEqual(plain(expected.toReversed()));
  });

  it('reads jobs in their order, however many files each has', async () => {
    const asked: string[][] = [];
    const noted: Pick<ParsePool, 'extract'> = {
      extract: (texts) => {
        asked.push(texts.map(({ path }) => path));
        return pool().extract(texts);
      },
    };
    const shared = new SharedAnalysis(root, options, languages, noted);
    await Promise.all([shared.analyse(tasks.slice(0, 4)), shared.analyse(tasks.slice(4, 5))]);
    expect(asked.map(([first]) => first)).toEqual([tasks[0]!.path, tasks[4]!.path]);
  });

  it('asks for no text that the index has already', async () => {
    const known = (await analysed(tasks)).flatMap((outcome) => (outcome.kind === 'indexed' ? [outcome.file] : []));
    const same = known.map(({ path, hash }) => ({ path, rawPath: null, knownHash: hash }));
    const nobody: Pick<ParsePool, 'extract'> = { extract: () => Promise.reject(new Error('asked')) };
    const outcomes = await new SharedAnalysis(root, options, languages, nobody).analyse(same);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['touched']));
  });

  it('leaves out a file that was given up, or whose words cannot be counted, and no other', async () => {
    const whole = pool();
    const faulty: Pick<ParsePool, 'extract'> = {
      extract: async (texts) => {
        const [first, second, third] = await whole.extract(texts);
        if (second?.kind !== 'extracted') throw new Error('not extracted');
        const leftOut = { path: texts[0]!.path, reason: 'failed' as const, detail: 'hung' };
        return [
          { kind: 'leftOut', leftOut },
          { ...second, words: { ...second.words, pieces: null as never } },
          ...(first && third ? [third] : []),
        ];
      },
    };
    const outcomes = await new SharedAnalysis(root, options, languages, faulty).analyse(tasks.slice(0, 3));
    expect(outcomes.map((outcome) => (outcome.kind === 'leftOut' ? outcome.leftOut.path : outcome.kind))).toEqual([
      'src/cart.ts',
      'app/models.py',
      'indexed',
    ]);
    expect(plain(outcomes.slice(2))).toEqual(plain(await analysed(tasks.slice(2, 3))));
  });
});

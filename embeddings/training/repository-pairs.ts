/**
 * All pairs of one repository at one commit: its source files are read from git, extracted as in the product, and
 * classified by path.
 */
import { languageTable } from '../../src/extract/detect-language.ts';
import { chooseCandidate } from '../../src/extract/language-detector.ts';
import { Extractor } from '../../src/extract/extract.ts';
import type { Language, TreeSitterGrammar } from '../../src/languages/language.ts';
import { languages } from '../../src/languages/registry.ts';
import { fileTraits } from '../../src/model/file.ts';
import { classifyPath, classifyText } from '../../src/source/walk/classify.ts';
import { decodeText } from '../../src/source/read/decode-text.ts';
import { judgeName } from '../../src/source/walk/skipped-names.ts';
import { assetUrl } from '../../src/util/assets.ts';
import { textPairs } from './pair-texts.ts';
import { listFiles, readFiles, type CommittedFile } from './repository-files.ts';
import { TokenPairsBuilder, type TokenPairs } from './token-pairs.ts';

export interface RepositoryTask {
  gitDirectory: string;
  commit: string;
  /** The most pairs per repository. The choice does not depend on their place. */
  maxPairs: number;
  /** Include code without documentation, which evaluation must tell from the right answers. */
  candidates: boolean;
}

const maxFileSize = 300_000;
const filesAtOnce = 400;
const { generated, vendored, minified, data } = fileTraits;
const unwanted = generated | vendored | minified | data;

/** Leaves out file summaries, which only linking needs and which are most of the cost. */
function withoutSummary(grammar: TreeSitterGrammar): TreeSitterGrammar {
  const { summary: _, ...rest } = grammar;
  return rest;
}

const grammars = new Map<TreeSitterGrammar, TreeSitterGrammar>();

function plainGrammar(grammar: TreeSitterGrammar): TreeSitterGrammar {
  let plain = grammars.get(grammar);
  if (plain === undefined) grammars.set(grammar, (plain = withoutSummary(grammar)));
  return plain;
}

function plainLanguage(language: Language): Language {
  const { grammar, grammarFor } = language;
  return {
    ...language,
    ...(grammar !== undefined && { grammar: plainGrammar(grammar) }),
    ...(grammarFor !== undefined && { grammarFor: (path: string) => plainGrammar(grammarFor(path)) }),
  };
}

const loaded = await Promise.all(languages.map((language) => language.load()));
const table = languageTable(loaded.map(plainLanguage));

function isWanted({ path, size }: CommittedFile): boolean {
  if (size > maxFileSize || judgeName(path) !== null || (classifyPath(path) & unwanted) !== 0) return false;
  return table.candidates(path, '')[0]?.nature === 'code';
}

async function addFile(extractor: Extractor, path: string, bytes: Buffer, builder: TokenPairsBuilder): Promise<void> {
  const text = decodeText(bytes)?.text;
  if (text === undefined || (classifyText(path, text) & unwanted) !== 0) return;
  const language = chooseCandidate(table.candidates(path, text), path, text);
  if (language === null) return;
  const extraction = await extractor.extract(language, path, text);
  const isTest = (classifyPath(path) & fileTraits.test) !== 0;
  for (const pair of textPairs({ path, text, extraction, isTest })) builder.add(pair);
}

/**
 * The files in an order independent of their paths, so that a limited number of pairs represents the whole repository.
 */
function scattered(files: readonly CommittedFile[]): CommittedFile[] {
  return files.toSorted((a, b) => (a.blob < b.blob ? -1 : a.blob > b.blob ? 1 : a.path < b.path ? -1 : 1));
}

export async function repositoryPairs(task: RepositoryTask): Promise<TokenPairs> {
  const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
  const builder = new TokenPairsBuilder(task.candidates);
  const files = scattered(listFiles(task.gitDirectory, task.commit).filter(isWanted));
  try {
    for (let at = 0; at < files.length && builder.size < task.maxPairs; at += filesAtOnce) {
      const some = files.slice(at, at + filesAtOnce);
      const contents = readFiles(task.gitDirectory, some);
      for (const [i, { path }] of some.entries()) {
        const bytes = contents[i];
        if (bytes !== null && bytes !== undefined && builder.size < task.maxPairs)
          await addFile(extractor, path, bytes, builder);
      }
    }
  } finally {
    extractor.close();
  }
  return builder.finish();
}

/**
 * Makes a file analyser. Its language detector takes the project's settings and plugins. Grammars of plugins are file URLs; all others are files of
 * the package.
 */
import { Extractor } from '../../extract/extract.ts';
import { FileAnalyser } from '../../indexer/analyse-file.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { assetUrl } from '../../util/assets.ts';
import { createLanguageDetector } from './language-detector.ts';

export function createAnalyser(data: ParseWorkerData): FileAnalyser {
  const extractor = new Extractor((wasm) => (wasm.startsWith('file:') ? new URL(wasm) : assetUrl(`grammars/${wasm}`)));
  const options = { maxFileSize: data.maxFileSize, ignorePatterns: data.ignorePatterns };
  return new FileAnalyser(data.root, options, createLanguageDetector(data), extractor);
}

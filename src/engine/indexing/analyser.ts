/** Makes a file analyser from the language registry and the grammars of the package. */
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

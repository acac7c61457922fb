/** The file summary of a TypeScript or JavaScript text, as indexing makes it. */
import { extractEcmascript } from '../../src/extract/ecmascript/ecmascript.ts';
import { javascript } from '../../src/languages/javascript/javascript.ts';
import { typescript } from '../../src/languages/typescript/typescript.ts';
import { SummaryWriter } from '../../src/model/summary-writer.ts';
import type { FileSummary } from '../../src/model/file-summary.ts';

/** Whether the path has an extension of TypeScript or JavaScript. */
export function isEcmascript(path: string): boolean {
  return /\.[mc]?[tj]sx?$/.test(path);
}

export function languageOf(path: string): 'typescript' | 'javascript' {
  return /\.[mc]?tsx?$/.test(path) ? 'typescript' : 'javascript';
}

/** Empty where another parser has to read the file. */
export function summaryOf(path: string, text: string): FileSummary {
  const language = languageOf(path) === 'typescript' ? typescript : javascript;
  return extractEcmascript(language, path, text).extraction?.summary ?? new SummaryWriter().finish([]);
}

/** The tokenizer of a language model (o200k), installed from the registry into a temporary folder. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { install } from '../lib/registry-install.ts';

/** Throws with the reason when it cannot be installed. */
export function openTokenizer(work: string): (text: string) => number {
  const installed = install('gpt-tokenizer', 'none', join(work, 'rivals'));
  if (typeof installed === 'string') throw new Error(`gpt-tokenizer: ${installed}`);
  const load = createRequire(join(installed.modules, 'x.js'));
  const { countTokens } = load('gpt-tokenizer/encoding/o200k_base') as {
    countTokens: (text: string, options: object) => number;
  };
  return (text) => countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() });
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { assetUrl } from '../../util/assets.ts';
import { headBytes, machineCodeFile, signedCode } from '../../util/machine-code.ts';
import { startTreeSitter } from './start.ts';

describe('web-tree-sitter', () => {
  it('is one for all of a thread, and parses', async () => {
    const treeSitter = await startTreeSitter();
    expect(await startTreeSitter()).toBe(treeSitter);
    const parser = new treeSitter.Parser();
    const grammar = readFileSync(assetUrl('grammars/tree-sitter-bash.wasm'));
    parser.setLanguage(await treeSitter.Language.load(grammar));
    expect(parser.parse('echo $HOME')?.rootNode.toString()).toBe(
      '(program (command name: (command_name (word)) argument: (simple_expansion (variable_name))))',
    );
    parser.delete();
  });

  it('has machine code of the module that its package brings', () => {
    const module = readFileSync(createRequire(import.meta.url).resolve('web-tree-sitter/web-tree-sitter.wasm'));
    const file = readFileSync(assetUrl(machineCodeFile('web-tree-sitter')));
    expect(signedCode(module, file.subarray(headBytes)).equals(file)).toBe(true);
  });
});

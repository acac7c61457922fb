import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { assetUrl } from '../../util/assets.ts';
import { startTreeSitter } from './start.ts';

it('is shared by a whole thread, and parses', async () => {
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

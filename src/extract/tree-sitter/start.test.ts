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

it('has a stack for broken texts whose states are released by deep recursion', async () => {
  const treeSitter = await startTreeSitter();
  const parser = new treeSitter.Parser();
  parser.setLanguage(await treeSitter.Language.load(readFileSync(assetUrl('grammars/tree-sitter-tsx.wasm'))));
  // The string is not terminated.
  const tree = parser.parse(`let s = \`${'<script>('.repeat(4400)}`);
  expect(tree?.rootNode.hasError).toBe(true);
  tree?.delete();
  parser.delete();
});

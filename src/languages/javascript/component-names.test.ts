/**
 * Tests that both readers of JavaScript recognise components by the same names: the walk over the fast parser's trees, and the
 * one for broken files.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { extractEcmascript } from '../../extract/ecmascript/ecmascript.ts';
import { TreeSitterExtractor } from '../../extract/tree-sitter/tree-sitter.ts';
import { assetUrl } from '../../util/assets.ts';
import { componentClasses, componentWrappers, elementMakers } from './component-names.ts';
import { javascript } from './javascript.ts';

const treeSitter = new TreeSitterExtractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => treeSitter.close());

const components: string[] = [
  ...elementMakers.map((maker) => `function A() { return ${maker}('p'); }`),
  "function A() { return React.createElement('p'); }",
  'function A() { return <p/>; }',
  ...componentWrappers.map((wrapper) => `const A = ${wrapper}(B);`),
  'const A = lib.react.memo(B);',
  'const A = connect(a)(B);',
  'const A = withRouter(B);',
  'const A = styled.div`a`;',
  ...componentClasses.map((name) => `class A extends ${name} {}`),
  'class A extends lib.React.Component {}',
];

const others: [text: string, kind: string][] = [
  ['const A = without(B);', 'variable'],
  ['const A = memo.of(B);', 'variable'],
  ['const A = memory(B);', 'variable'],
  ["function A() { return createElements('p'); }", 'function'],
  ['class A extends Components {}', 'class'],
  ['class A extends Component.Other {}', 'class'],
];

describe.each([
  ...components.map((text) => ({ text, kind: 'component' })),
  ...others.map(([text, kind]) => ({ text, kind })),
])('$text', ({ text, kind }) => {
  it('has the expected kind in a valid file', () => {
    expect(extractEcmascript(javascript, 'a.jsx', text).extraction!.definitions[0]!.kind).toBe(kind);
  });

  it('has the expected kind in a broken file', async () => {
    const grammar = javascript.grammar!;
    const found = await treeSitter.extract(javascript, grammar, { path: 'a.jsx', text: `${text}\n` });
    expect(found.definitions[0]!.kind).toBe(kind);
  });
});

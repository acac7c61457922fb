/**
 * Compares our own parser of Python with the grammar: tree, extraction and summary must be equal, or the parser must return
 * nothing.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { TreeSitterExtractor } from '../../../extract/tree-sitter/tree-sitter.ts';
import { assetUrl } from '../../../util/assets.ts';
import type { SummaryTree, SyntaxNode, TreeSitterGrammar } from '../../language.ts';
import { collectPythonSummary } from '../summary/python-summary.ts';
import { python } from '../python.ts';
import { parsePython } from './parse-python.ts';
import { blockHeads, expressions, files, leftToGrammar, statements } from './testing/constructs.ts';

const extractor = new TreeSitterExtractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

/** Parts of strings that exist only in the grammar's tree and that no collector reads. */
const unread = new Set(['string_start', 'string_content', 'string_end']);

/** One line per node: its type and places, indented by depth. */
function shapeOf(node: SyntaxNode, depth = 0): string[] {
  const { type, startIndex, endIndex, startPosition, endPosition } = node;
  // No collector reads the start of a module.
  const place = type === 'module' ? '' : ` ${startIndex}-${endIndex} ${show(startPosition)}-${show(endPosition)}`;
  const parts = node.namedChildren.filter((part): part is SyntaxNode => part !== null && !unread.has(part.type));
  return [`${' '.repeat(depth)}${type}${place}`, ...parts.flatMap((part) => shapeOf(part, depth + 1))];
}

function show({ row, column }: { row: number; column: number }): string {
  return `${row}:${column}`;
}

/** The tree that was parsed last. */
let shape: string[] = [];
const { parse, ...rest } = python.grammar!;
const grammarAlone: TreeSitterGrammar = {
  ...rest,
  summary(tree: SummaryTree) {
    shape = shapeOf(tree.root);
    return collectPythonSummary(tree);
  },
};
const ownFirst: TreeSitterGrammar = { ...grammarAlone, parse: parse! };

/** The parts on which both parsers must agree. */
async function read(text: string, grammar: TreeSitterGrammar): Promise<unknown> {
  shape = [];
  const extraction = await extractor.extract(python, grammar, { path: 'a/b.py', text });
  const { definitions, imports, comments, issues, summary } = extraction;
  const texts = comments.map((comment) => ({ text: comment.text, line: comment.line, endLine: comment.endLine }));
  return { shape, definitions, imports, comments: texts, issues, summary };
}

async function expectSame(text: string): Promise<void> {
  const [own, grammar] = [await read(text, ownFirst), await read(text, grammarAlone)];
  // The matcher is slow for thousands of numbers, so it only runs where something differs.
  if (!isDeepStrictEqual(own, grammar)) expect(own).toStrictEqual(grammar);
}

/** The lines of a block, one level deeper. */
function indented(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('\n')).map((line) => (line === '' ? '' : `    ${line}`));
}

const comment = fc.constantFrom('# c', '    # deeper', '        # deep', '', '#: documented', 'x = 1  # behind');

/**
 * Statements with nested blocks, and comments at any depth between them. A line that starts with a bracket is left out: the
 * grammar joins it to a previous line that ends with a starred element (`a = b, *c`), which Python does not.
 */
const { lines } = fc.letrec<{ lines: string[]; one: string[] }>((tie) => ({
  lines: fc.array(fc.oneof({ weight: 5, arbitrary: tie('one') }, comment.map((line) => [line])), { minLength: 1, maxLength: 5 })
    .map((all) => all.flat()), // prettier-ignore
  one: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...statements.filter((one) => !one.includes('\n"""') && !/^[[(]/.test(one))).map((one) => one.split('\n')), // prettier-ignore
    fc.constantFrom(...expressions).map((one) => [`y = ${one}`]),
    fc
      .tuple(fc.constantFrom(...blockHeads), tie('lines'))
      .map(([head, inner]) => [
        ...head.split('\n'),
        ...indented(['pass', ...inner]),
        ...(head.startsWith('try') ? ['finally:', '    pass'] : []),
      ]),
  ),
}));

describe('our own parser of Python', () => {
  it.each(statements)('reads %j like the grammar', async (statement) => {
    expect(parsePython(statement)).not.toBeNull();
    await expectSame(statement);
    await expectSame(`class A:\n    def __init__(self):\n${indented([statement]).join('\n')}  # c\n\n# d\n`);
  });

  it.each(expressions)('reads the expression %j like the grammar', async (expression) => {
    expect(parsePython(`x = ${expression}\n`)).not.toBeNull();
    await expectSame(`x = ${expression}\n`);
    await expectSame(
      `if isinstance(x, A) and f(  # c\n  ${expression}\n):\n  return (${expression},), {1: ${expression}}`,
    );
  });

  it.each(files)('reads %j like the grammar', async (text) => {
    expect(parsePython(text)).not.toBeNull();
    await expectSame(text);
    await expectSame(text.replaceAll('\n', '\r\n'));
    await expectSame(text.replaceAll('  ', '\t'));
  });

  it.each(leftToGrammar)('leaves %j to the grammar', (text) => {
    expect(parsePython(text)).toBeNull();
  });

  it('returns nothing for code that is nested too deeply, but reads long lists', () => {
    const depth = 5_000;
    expect(parsePython(`x = ${'('.repeat(depth)}1${')'.repeat(depth)}`)).toBeNull();
    expect(parsePython(`x = ${'[*f('.repeat(depth)}1${')]'.repeat(depth)}`)).toBeNull();
    expect(parsePython(`x = ${'not '.repeat(depth)}1`)).toBeNull();
    expect(parsePython(`x = ${'lambda: '.repeat(depth)}1`)).toBeNull();
    expect(parsePython(`x = f"${'{f"'.repeat(depth)}`)).toBeNull();
    const blocksInBlocks = Array.from({ length: 400 }, (_, level) => `${' '.repeat(level)}if x:\n`).join('');
    expect(parsePython(`${blocksInBlocks}${' '.repeat(400)}pass\n`)).toBeNull();
    expect(parsePython(`x = ${'1 + '.repeat(depth)}1`)).not.toBeNull();
    expect(parsePython(`x = a${'.b()'.repeat(depth)}`)).not.toBeNull();
    expect(parsePython(`if a: pass\n${'elif b: pass\n'.repeat(depth)}`)).not.toBeNull();
  });

  it('agrees with the grammar on random combinations of these constructs', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (all) => expectSame(`${all.join('\n')}\n`)),
      { numRuns: 150 },
    );
  });

  it('agrees with the grammar on nested expressions', async () => {
    // What the grammar makes of `*a.b(c)` depends on what stands around it.
    const plain = expressions.filter((one) => !/^lambda|:=| if |^\*|\\|\*\w+\./.test(one));
    const template = fc.constantFrom('f(%, %)', '[%, %]', '(% , %)', '{%: %}', '(%).a[%]', 'f"{%}{%}"', '(%) + (%)', 'x if (%) else %', '[% for x in (%)]', 'a[%:%]'); // prettier-ignore
    const nested = fc
      .tuple(template, fc.constantFrom(...plain), fc.constantFrom(...plain))
      .map(([text, first, second]) => text.replace('%', () => first).replace('%', () => second));
    await fc.assert(
      fc.asyncProperty(template, nested, nested, async (text, first, second) => {
        await expectSame(`x = ${text.replace('%', () => first).replace('%', () => second)}\n`);
      }),
      { numRuns: 150 },
    );
  });

  it('reads the sample like the grammar', async () => {
    const text = readFileSync(new URL('../sample/orders.py', import.meta.url), 'utf8');
    expect(parsePython(text)).not.toBeNull();
    await expectSame(text);
  });

  it('never throws for a file that is cut off or lacks characters, and gives valid places', () => {
    const sample = readFileSync(new URL('../sample/orders.py', import.meta.url), 'utf8');
    fc.assert(
      fc.property(fc.nat(sample.length), fc.nat(5), (at, length) => {
        const tree = parsePython(sample.slice(0, at) + sample.slice(at + length));
        for (const { name, node } of tree?.definitions ?? []) {
          expect(node.startIndex).toBeLessThanOrEqual(name.startIndex);
          expect(node.endIndex).toBeGreaterThanOrEqual(name.endIndex);
        }
      }),
      { numRuns: 150 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { OutlineAnswer, OutlineStep, OutlineSymbol } from '../../model/code-questions.ts';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { fresh, symbol } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

const member = (name: string, depth: number, startLine: number): OutlineSymbol => ({
  ...{ name, depth, startLine, endLine: startLine + 2, exported: false },
  ...(depth === 0
    ? { kind: 'class', signature: 'extends Base' }
    : { kind: 'method', signature: '(a: number): string' }),
});
const step = (kind: string, text: string, line: number, depth = 0): OutlineStep => ({
  kind,
  text,
  line,
  endLine: line + 1,
  depth,
});

const ask = async (outline: OutlineAnswer, args: Record<string, unknown> = {}) =>
  callGraphTool(tool, { symbol: 'x', ...args }, { outline });

describe('get_outline', () => {
  it('shows the symbols of a file, nested', async () => {
    const symbols = [member('App', 0, 1), member('run', 1, 2), member('stop', 1, 5), member('Other', 0, 9)];
    const { text, data } = await ask({
      of: 'file',
      path: 'src/app.ts',
      language: 'typescript',
      lines: 40,
      symbols,
      state: fresh,
    });
    await expect(text).toMatchFileSnapshot('golden/file.txt');
    expect(data).toMatchObject({ path: 'src/app.ts', lines: 40, symbols: 4, shown: 4 });
  });

  it('shows the statements of a function, calls in a row on one line', async () => {
    const steps = [
      step('call', 'load', 11),
      step('call', 'check', 12),
      step('if', 'if (a)', 13),
      step('return', 'return a', 14, 1),
      step('else', '', 15),
      step('throw', 'throw b', 16, 1),
    ];
    const node = symbol('src/app.ts#run', { signature: '(a: number)' });
    const { text, data } = await ask({ of: 'symbol', node, symbols: [], steps, state: fresh });
    await expect(text).toMatchFileSnapshot('golden/function.txt');
    expect(data).toMatchObject({ statements: '1 branch, 1 return, 1 throw, 2 calls', shown: 5 });
  });

  it('leaves out the deepest levels first, and counts them', async () => {
    const symbols = Array.from({ length: 120 }, (_, at) => at).flatMap((at) => [
      member(`Class${at}`, 0, at * 100),
      ...Array.from({ length: 20 }, (__, inner) => member(`method${inner}`, 1, at * 100 + inner)),
    ]);
    const answer: OutlineAnswer = {
      of: 'file',
      path: 'big.ts',
      language: 'typescript',
      lines: 13_000,
      symbols,
      state: fresh,
    };
    const { text, data } = await ask(answer);
    expect(text.length).toBeLessThan(8000);
    expect(JSON.stringify(data).length).toBeLessThan(8000);
    expect(text).toContain('0-2 class Class0 extends Base (+20 inside)\n100-102 class Class1');
    expect(text).toContain('Class119');
    const short = await ask(answer, { max_chars: 1000 });
    expect(short.text).toMatch(/note: \d+ of the 120 lines do not fit into 1000 characters/);
  });

  it('says where statements cannot be read', async () => {
    const { text } = await ask({ of: 'symbol', node: symbol('a.sh#f'), symbols: [], steps: null, state: fresh });
    expect(text).toContain('note: Its statements cannot be read');
  });
});

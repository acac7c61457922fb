import { describe, expect, it } from 'vitest';
import type { DefinitionAnswer } from '../../model/code-questions.ts';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { fresh, symbol } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

const answer: DefinitionAnswer = {
  ...{ path: 'src/a.ts', line: 12, column: 8, name: 'run', container: 'App.start' },
  ...{ symbols: [], local: null, candidates: { total: 0, first: [] }, state: fresh },
};
const run = symbol('src/app.ts#App.run', { kind: 'method', signature: '(n: number): void' });

const ask = async (args: Record<string, unknown>, parts: Partial<DefinitionAnswer> = {}) =>
  callGraphTool(tool, args, { definitionAt: { ...answer, ...parts } });

describe('get_definition', () => {
  it('shows each symbol with its signature and doc', async () => {
    const meant = { node: run, docstring: 'Runs\n it.', kind: 'call', resolution: 'name' } as const;
    const { text, data, asked } = await ask({ file: 'src/a.ts', line: 12, column: 9 }, { symbols: [meant] });
    await expect(text).toMatchFileSnapshot('golden/symbol.txt');
    expect(data).toMatchObject({
      ...{ path: 'src/a.ts', line: 12, column: 8, name: 'run', in: 'App.start', total: 1 },
      definitions: [
        { id: run.id, place: 'src/app.ts:10', signature: '(n: number): void', doc: 'Runs it.', resolution: 'name' },
      ],
    });
    expect(asked).toEqual([['definitionAt', { file: 'src/a.ts', line: 12, column: 9 }]]);
  });

  it('takes path:line:column, and a name instead of a column', async () => {
    expect((await ask({ file: 'src/a.ts:12:9' })).asked).toEqual([
      ['definitionAt', { file: 'src/a.ts', line: 12, column: 9 }],
    ]);
    expect((await ask({ file: 'src/a.ts:12', name: 'run' })).asked).toEqual([
      ['definitionAt', { file: 'src/a.ts', line: 12, name: 'run' }],
    ]);
    expect((await ask({ file: 'src/a.ts', line: 12 })).text).toContain('Error: line and column or name are required');
  });

  it('shows where a local variable is declared', async () => {
    const local = {
      kind: 'variable',
      line: 11,
      column: 9,
      text: 'const run = 1;',
      container: 'App.start',
      module: null,
    } as const;
    const { text, data } = await ask({ file: 'src/a.ts:12:9' }, { local });
    expect(text).toContain('a local variable\n\nvariable at src/a.ts:11:9 in App.start\n  const run = 1;\n');
    expect(data).toMatchObject({ total: 0, local: { kind: 'variable', line: 11 } });
  });

  it('says where nothing is known', async () => {
    expect((await ask({ file: 'src/a.ts:12:9' })).text).toContain('not known: nothing in the project has the name\n');
    const guess = await ask({ file: 'src/a.ts:12:9' }, { candidates: { total: 2, first: [run] } });
    expect(guess.text).toContain(
      'not known; these have the name\n\n  src/app.ts#App.run  method, src/app.ts:10\n  ... and 1 more',
    );
    expect((await ask({ file: 'src/a.ts:12:1' }, { name: null, column: 0 })).text).toContain('no name stands there');
  });
});

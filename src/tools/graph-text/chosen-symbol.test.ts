import { describe, expect, it } from 'vitest';
import { AppError } from '../../model/error.ts';
import type { SymbolChoice, SymbolNode } from '../../model/graph.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { symbol } from '../testing/fixed-graph.ts';
import { protocolWording } from '../wording.ts';
import { aboutSymbols } from './chosen-symbol.ts';

function engineThatChooses(...nodes: SymbolNode[]): ReturnType<typeof fixedEngine> {
  const engine = fixedEngine();
  const resolve = async (): Promise<SymbolChoice> => ({
    kind: 'one',
    node: nodes.length > 1 ? nodes.shift()! : nodes[0]!,
  });
  return { ...engine, graph: { ...engine.graph, resolve } };
}

const gone = (): AppError => new AppError('NotFoundError', 'Symbol not found');
const [before, after] = [symbol('src/old.ts#run'), symbol('src/new.ts#run')];

describe('asking about a symbol', () => {
  it('chooses it again when its file was renamed in between', async () => {
    const asked: string[] = [];
    const { answers } = await aboutSymbols(
      engineThatChooses(before, after),
      { symbol: 'run' },
      protocolWording,
      async ({ id }) => {
        asked.push(id);
        if (id === before.id) throw gone();
        return 'found';
      },
    );
    expect({ answers, asked }).toEqual({ answers: [{ node: after, answer: 'found' }], asked: [before.id, after.id] });
  });

  it('fails when it is gone each time, and at once for any other error', async () => {
    const errors = [gone(), new AppError('DatabaseError', 'locked')];
    const counts = await Promise.all(
      errors.map(async (error) => {
        let count = 0;
        const asking = aboutSymbols(engineThatChooses(before), { symbol: 'run' }, protocolWording, () => {
          count++;
          return Promise.reject(error);
        });
        await expect(asking).rejects.toBe(error);
        return count;
      }),
    );
    expect(counts).toEqual([3, 1]);
  });
});

describe('a name with many meanings', () => {
  const several = (own: number, aside: readonly Partial<SymbolNode>[]) => {
    const engine = fixedEngine();
    const candidates = [
      ...Array.from({ length: own }, (_, at) => symbol(`src/a${at}.ts#run`)),
      ...aside.map((parts, at) => symbol(`other/b${at}.ts#run`, parts)),
    ];
    const resolve = async (): Promise<SymbolChoice> => ({ kind: 'several', total: candidates.length + 4, candidates });
    const answering = { ...engine, graph: { ...engine.graph, resolve } };
    return aboutSymbols(answering, { symbol: 'run' }, protocolWording, async ({ id }) => id);
  };
  const [test, vendored] = [{ isTest: true }, { isVendored: true }];

  it('is answered for the few of the project; tests are named, vendored code is counted', async () => {
    const found = await several(2, [vendored, vendored, test]);
    expect(found.answers.map(({ answer }) => answer)).toEqual(['src/a0.ts#run', 'src/a1.ts#run']);
    expect(found.rest.map(({ id }) => id)).toEqual(['other/b2.ts#run']);
    expect(found.unnamed).toBe(6);
  });

  it('is an error where the project itself has too many, which lists those first', async () => {
    await expect(several(6, [vendored, test])).rejects.toMatchObject({
      message: '"run" means 12 symbols',
      hint: expect.stringMatching(
        /a5\.ts#run.*\n {2}other\/b1\.ts#run.*test\n {2}\.\.\. and 5 more, also in vendored code: /,
      ),
    });
  });
});

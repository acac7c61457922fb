/** Questions about a project of project-edits.ts, and whether an answer is wrong without a word. */
import { hash } from 'node:crypto';
import type { Engine } from '../../../src/engine/types.ts';
import { AppError } from '../../../src/model/error.ts';

/** `note`: what the answer says about how it may differ from the disk; null where it says nothing. */
interface Answer {
  value: unknown;
  note: string | null;
}

const questions: Readonly<Record<string, (engine: Engine) => Promise<Answer>>> = {
  'listed files': async (engine) => {
    const { total, files } = await engine.listFiles({});
    const { freshness } = await engine.status();
    return {
      value: [total, files.map(({ path, lines, size, definitions }) => [path, lines, size, definitions])],
      note: freshness.note,
    };
  },
  'files with the word order': (engine) => tags(engine, ['order']),
  'files with the words walk and session': (engine) => tags(engine, ['walk', 'session']),
  'callers of make0': async (engine) => {
    const { reached, state, truncation } = await engine.graph.callers({ symbol: 'src/file0.ts#make0', maxDepth: 3 });
    const note = state.freshness.note ?? truncation.reason;
    return { value: reached.map(({ node }) => `${node.path} ${node.name}`), note };
  },
  'callees of make8': async (engine) => {
    const { reached, state, truncation } = await engine.graph.callees({ symbol: 'src/file8.ts#make8', maxDepth: 3 });
    const note = state.freshness.note ?? truncation.reason;
    return { value: reached.map(({ node }) => `${node.path} ${node.name}`), note };
  },
  'symbols whose names begin with make': async (engine) => {
    const { symbols, state } = await engine.graph.search({ pattern: 'make*', offset: 0, limit: 500 });
    return { value: symbols.map(({ path, name }) => `${path} ${name}`), note: state.freshness.note };
  },
};

async function tags(engine: Engine, words: string[]): Promise<Answer> {
  const { totalFiles, hits, freshness } = await engine.searchTags({ tags: words, limit: 500 });
  const value = hits.map(({ path, matchedTags, definitions, imports }) => [path, matchedTags, definitions, imports]);
  return { value: [totalFiles, value], note: freshness.note };
}

/** The digest of each answer; null where it says that it may be out of date, or that the index cannot be read. Throws errors that no user should see. */
export async function askAll(engine: Engine): Promise<Map<string, string | null>> {
  const answers = new Map<string, string | null>();
  for (const [name, ask] of Object.entries(questions)) {
    try {
      const { value, note } = await ask(engine);
      answers.set(name, note === null ? hash('sha1', JSON.stringify(value)) : null);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answers.set(name, error.code === 'DatabaseError' ? null : error.code);
    }
  }
  return answers;
}

/** The questions whose answers are wrong without a word. */
export function wrongAnswers(
  given: ReadonlyMap<string, string | null>,
  right: ReadonlyMap<string, string | null>,
): string[] {
  return [...given].filter(([name, answer]) => answer !== null && answer !== right.get(name)).map(([name]) => name);
}

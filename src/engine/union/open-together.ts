/** The projects of a server, or of a command line, as one engine that says which of them it asks. */
import { openUnion } from '../engine.ts';
import type { AskedProjects, Engine } from '../types.ts';
import type { NamedEngine, UnionEngine } from './union-engine.ts';

export type EngineOfSeveral = Engine & Required<Pick<Engine, 'projects'>> & Pick<UnionEngine, 'reply' | 'traced'>;

/**
 * Rejects with a `ValidationError` for names that clash.
 * @param parts at least one; the caller closes their engines
 * @param failures the projects that could not be opened, at the time of a question
 */
export async function openTogether(
  parts: readonly NamedEngine[],
  failures: () => AskedProjects['notAsked'],
): Promise<EngineOfSeveral> {
  const union = await openUnion(parts, { namesMissing: false });
  const roots = new Map(parts.map(({ name, engine }) => [name, engine.root]));
  const projects = async (): Promise<AskedProjects> => {
    const all = await union.asked();
    return {
      asked: all.flatMap(({ name, state }) => (state === 'asked' ? [{ project: name, root: roots.get(name)! }] : [])),
      notAsked: [
        ...all.flatMap(({ name, state, note }) =>
          state === 'asked' ? [] : [{ project: name, reason: note ?? 'no index yet' }],
        ),
        ...failures(),
      ],
    };
  };
  return Object.assign(union, { projects });
}

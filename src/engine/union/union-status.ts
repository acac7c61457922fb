/** The status of several repositories together. */
import type { EmbeddingStatus, ProjectStatus } from '../types.ts';

type Embedding = NonNullable<ProjectStatus['embedding']>;

const embeddingStates: readonly EmbeddingStatus['state'][] = ['unavailable', 'working', 'incomplete', 'ready', 'off'];

/** @param all of the repositories that have an index, by name; `cache`: of the answers that several repositories give together */
export function unionStatus(
  all: readonly { name: string; status: ProjectStatus }[],
  own: Pick<ProjectStatus, 'projectPath' | 'databasePath' | 'freshness' | 'cache'>,
): ProjectStatus {
  const parts = all.map(({ status }) => status);
  const sum = (of: (status: ProjectStatus) => number): number => parts.reduce((total, one) => total + of(one), 0);
  const has = (state: ProjectStatus['status']): boolean => parts.some(({ status }) => status === state);
  const times = parts.flatMap(({ lastIndexed }) => lastIndexed ?? []).sort();
  const notices = all.flatMap(({ name, status: { notice } }) => (notice === null ? [] : [`${name}: ${notice}`]));
  const macros = sums(parts.map(({ unexpandedMacros }) => unexpandedMacros ?? {}));
  return {
    ...own,
    status: parts.length === 0 ? 'absent' : has('indexing') ? 'indexing' : has('failed') ? 'failed' : 'idle',
    filesIndexed: sum(({ filesIndexed }) => filesIndexed),
    // The oldest: everything is at least as new.
    lastIndexed: times[0] ?? null,
    languages: sums(parts.map(({ languages }) => languages)),
    indexSize: sum(({ indexSize }) => indexSize),
    definitions: sum(({ definitions }) => definitions),
    references: sum(({ references }) => references),
    leftOut: sums(parts.map(({ leftOut }) => leftOut)),
    filesWithIssues: sum(({ filesWithIssues }) => filesWithIssues),
    ...(Object.keys(macros).length === 0 ? {} : { unexpandedMacros: macros }),
    notice: notices.length === 0 ? null : notices.join(' '),
    ...embeddingOf(parts.flatMap(({ embedding }) => embedding ?? [])),
  };
}

/** Adds up numbers by key, the largest first. */
function sums(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total = new Map<string, number>();
  for (const [key, count] of all.flatMap((one) => Object.entries(one))) total.set(key, (total.get(key) ?? 0) + count);
  return Object.fromEntries([...total].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)));
}

function embeddingOf(all: readonly Embedding[]): Pick<ProjectStatus, 'embedding'> {
  const [first] = all;
  if (first === undefined) return {};
  const joined = (values: readonly string[]): string => [...new Set(values)].join(', ');
  const models = all.flatMap(({ model }) => model ?? []);
  const notes = all.flatMap(({ note }) => note ?? []);
  return {
    embedding: {
      provider: joined(all.map(({ provider }) => provider)),
      model: models.length === 0 ? null : joined(models),
      state: embeddingStates.find((state) => all.some((one) => one.state === state)) ?? first.state,
      files: all.reduce((sum, { files }) => sum + files, 0),
      missing: all.reduce((sum, { missing }) => sum + missing, 0),
      note: notes.length === 0 ? null : joined(notes),
    },
  };
}

/** The status of several repositories together. */
import type { EmbeddingStatus, ProjectStatus } from '../types.ts';

type Embedding = NonNullable<ProjectStatus['embedding']>;

const embeddingStates: readonly EmbeddingStatus['state'][] = ['unavailable', 'working', 'incomplete', 'ready', 'off'];

/** What the statuses of some repositories say together: sums, and texts without repetition. */
export interface StatusSums extends Pick<
  ProjectStatus,
  'filesIndexed' | 'languages' | 'indexSize' | 'definitions' | 'references' | 'leftOut' | 'filesWithIssues'
> {
  states: readonly ProjectStatus['status'][];
  unexpandedMacros: Record<string, number>;
  /** Of the one that was indexed longest ago; null if none was. */
  lastIndexed: string | null;
  notices: readonly string[];
  embedding: EmbeddingSums | null;
}

interface EmbeddingSums extends Pick<Embedding, 'files' | 'missing'> {
  providers: readonly string[];
  models: readonly string[];
  states: readonly Embedding['state'][];
  notes: readonly string[];
}

/** @param all of the repositories that have an index, by name */
export function sumsOfStatus(all: readonly { name: string; status: ProjectStatus }[]): StatusSums {
  return joinedSums(
    all.map(({ name, status }) => ({
      ...status,
      states: [status.status],
      unexpandedMacros: status.unexpandedMacros ?? {},
      notices: status.notice === null ? [] : [`${name}: ${status.notice}`],
      embedding: status.embedding === undefined ? null : embeddingSums(status.embedding),
    })),
  );
}

function embeddingSums({ provider, model, state, files, missing, note }: Embedding): EmbeddingSums {
  return {
    ...{ providers: [provider], models: model === null ? [] : [model], states: [state], files, missing },
    notes: note === null ? [] : [note],
  };
}

export function joinedSums(all: readonly StatusSums[]): StatusSums {
  const sum = (of: (one: StatusSums) => number): number => all.reduce((total, one) => total + of(one), 0);
  const texts = <T extends string>(of: (one: StatusSums) => readonly T[]): T[] => distinct(all.flatMap(of));
  const embeddings = all.flatMap(({ embedding }) => embedding ?? []);
  return {
    states: texts(({ states }) => states),
    filesIndexed: sum(({ filesIndexed }) => filesIndexed),
    // The oldest: everything is at least as new.
    lastIndexed: all.flatMap(({ lastIndexed }) => lastIndexed ?? []).sort()[0] ?? null,
    languages: sums(all.map(({ languages }) => languages)),
    indexSize: sum(({ indexSize }) => indexSize),
    definitions: sum(({ definitions }) => definitions),
    references: sum(({ references }) => references),
    leftOut: sums(all.map(({ leftOut }) => leftOut)),
    filesWithIssues: sum(({ filesWithIssues }) => filesWithIssues),
    unexpandedMacros: sums(all.map(({ unexpandedMacros }) => unexpandedMacros)),
    notices: texts(({ notices }) => notices),
    embedding: embeddings.length === 0 ? null : joinedEmbeddings(embeddings),
  };
}

function joinedEmbeddings(all: readonly EmbeddingSums[]): EmbeddingSums {
  return {
    providers: distinct(all.flatMap(({ providers }) => providers)),
    models: distinct(all.flatMap(({ models }) => models)),
    states: distinct(all.flatMap(({ states }) => states)),
    files: all.reduce((total, { files }) => total + files, 0),
    missing: all.reduce((total, { missing }) => total + missing, 0),
    notes: distinct(all.flatMap(({ notes }) => notes)),
  };
}

function distinct<T extends string>(all: readonly T[]): T[] {
  return [...new Set(all)].sort();
}

/** `cache`: of the answers that several repositories give together. */
export function unionStatus(
  { states, notices, unexpandedMacros, embedding, ...all }: StatusSums,
  own: Pick<ProjectStatus, 'projectPath' | 'databasePath' | 'freshness' | 'cache'>,
): ProjectStatus {
  const has = (state: ProjectStatus['status']): boolean => states.includes(state);
  return {
    ...own,
    status: states.length === 0 ? 'absent' : has('indexing') ? 'indexing' : has('failed') ? 'failed' : 'idle',
    ...all,
    ...(Object.keys(unexpandedMacros).length === 0 ? {} : { unexpandedMacros }),
    notice: notices.length === 0 ? null : notices.join(' '),
    ...(embedding === null ? {} : { embedding: embeddingOf(embedding) }),
  };
}

/** Adds up numbers by key, the largest first. */
function sums(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total = new Map<string, number>();
  for (const [key, count] of all.flatMap((one) => Object.entries(one))) total.set(key, (total.get(key) ?? 0) + count);
  return Object.fromEntries([...total].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)));
}

function embeddingOf({ providers, models, states, files, missing, notes }: EmbeddingSums): Embedding {
  const joined = (values: readonly string[]): string | null => (values.length === 0 ? null : values.join(', '));
  return {
    provider: providers.join(', '),
    model: joined(models),
    state: embeddingStates.find((state) => states.includes(state)) ?? 'off',
    ...{ files, missing },
    note: joined(notes),
  };
}

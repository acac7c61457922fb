/**
 * What administrators of an organisation's server ask and do. It is about the catalogue, and of no repository's code.
 * Invariants: an answer is a page with a limit; what changes something is noted in the audit with who has done it; nothing that could be used to get in is in
 * an answer.
 */
import type { Catalogue } from '../../engine/hooks/hooks.ts';
import { auditWords } from '../../engine/worker/audit-words.ts';
import { AppError } from '../../model/error.ts';
import type {
  AdminActions,
  AdminQuestions,
  AdminSummary,
  AuditNote,
  AuditOverview,
  JobFilter,
  JobState,
  PageOf,
} from '../admin-contract.ts';
import { ParameterReader } from '../parameters.ts';
import { cutText, listed } from '../question.ts';

export type Administered = Pick<
  Catalogue,
  | 'tenant'
  | 'notes'
  | 'counts'
  | 'lastSweep'
  | 'listNodes'
  | 'listWorkers'
  | 'repositoryPage'
  | 'jobPage'
  | 'principalPage'
  | 'tokenPage'
  | 'auditPage'
  | 'askForJob'
  | 'revokeToken'
>;

type Name<T extends string> = T extends `admin/${infer Last}` ? Last : never;
export type AdminQuestion = Name<keyof AdminQuestions>;

const [usualRows, mostRows] = [25, 50];
/** The most that the rows of an answer are (bytes of JSON). */
const rowBytes = 80_000;
/** Longer texts are cut: why a job has failed may be the end of a program's output. */
const [mostError, mostWords] = [600, 400];
/** So many nodes and workers are named. */
const serversNamed = 100;
const heardOfMs = 24 * 3_600_000;
const openStates: readonly JobState[] = ['waiting', 'taken', 'failed'];
const jobFilters: readonly JobFilter[] = ['open', 'waiting', 'taken', 'failed', 'done', 'superseded'];

function readPage(given: ParameterReader): { offset: number; limit: number; text: string } {
  return {
    offset: given.whole('offset', { min: 0, max: 1_000_000_000, usual: 0 }),
    limit: given.whole('limit', { min: 1, max: mostRows, usual: usualRows }),
    text: (given.optionalText('q') ?? '').trim().slice(0, 200),
  };
}

function within<Row>({ total, rows }: PageOf<Row>): PageOf<Row> {
  return { total, rows: listed(rows, { cap: mostRows, budget: rowBytes }).shown };
}

/** Reads the parameters, and returns what asks the catalogue. */
type Read<Answer> = (given: ParameterReader) => (catalogue: Administered) => Promise<Answer>;

const questions: { [Q in AdminQuestion]: Read<AdminQuestions[`admin/${Q}`]['answer']> } = {
  summary: () => summary,
  repositories: (given) => {
    const page = { ...readPage(given), filter: given.oneOf('filter', ['all', 'behind', 'failed', 'new'], 'all') };
    return async (catalogue) => {
      const { total, rows } = await catalogue.repositoryPage(page);
      const cut = rows.map((row) => ({ ...row, lastJob: row.lastJob === null ? null : withShortError(row.lastJob) }));
      return within({ total, rows: cut });
    };
  },
  jobs: (given) => {
    const state = given.oneOf('state', jobFilters, 'open');
    const page = { ...readPage(given), states: state === 'open' ? openStates : [state] };
    return async (catalogue) => {
      const { total, rows } = await catalogue.jobPage(page);
      return within({ total, rows: rows.map(withShortError) });
    };
  },
  people: (given) => {
    const kind = given.oneOf('kind', ['all', 'person', 'robot', 'group'], 'all');
    const page = { ...readPage(given), kind: kind === 'all' ? null : kind };
    return async (catalogue) => within(await catalogue.principalPage(page));
  },
  tokens: (given) => {
    const state = given.oneOf('state', ['all', 'valid', 'expired', 'revoked'], 'valid');
    const page = { ...readPage(given), state: state === 'all' ? null : state };
    return async (catalogue) => within(await catalogue.tokenPage(page));
  },
  audit: (given) => {
    const page = readPage(given);
    return async (catalogue) => {
      const { total, rows } = await catalogue.auditPage(page);
      return within({ total, rows: rows.map(noteWithWords) });
    };
  },
};

function withShortError<Row extends { error: string | null }>(row: Row): Row {
  return { ...row, error: row.error === null ? null : cutText(row.error, mostError) };
}

function noteWithWords({ atMs, who, ...note }: AuditOverview): AuditNote {
  return { atMs, who, what: note.what, words: cutText(auditWords(note), mostWords) };
}

async function summary(catalogue: Administered): Promise<AdminSummary> {
  const [counts, lastSweep, nodes, workers] = await Promise.all([
    catalogue.counts(),
    catalogue.lastSweep(),
    catalogue.listNodes(heardOfMs),
    catalogue.listWorkers(),
  ]);
  const { editions, ...rest } = counts;
  return {
    ...{ tenant: catalogue.tenant, notes: catalogue.notes, ...rest, lastSweep },
    versions: [...new Set(editions.map(({ label }) => label))],
    nodes: listed(nodes, { cap: serversNamed, budget: rowBytes / 4 }),
    workers: listed(workers, { cap: serversNamed, budget: rowBytes / 4 }),
  };
}

/** Rejects with an `AppError`: an unknown question or parameter, and where the catalogue cannot be asked. */
export async function answerAdmin(catalogue: Administered, name: string, query: string): Promise<object> {
  if (!Object.hasOwn(questions, name)) throw unknown('question', name, Object.keys(questions));
  const given = new ParameterReader(query);
  const ask = questions[name as AdminQuestion](given);
  given.end();
  return ask(catalogue);
}

/** Reads what is given, and returns what changes the catalogue. @param by the principal who does it */
type Act<Answer> = (given: Readonly<Record<string, unknown>>) => (catalogue: Administered, by: number) => Promise<Answer>; // prettier-ignore

const actions: { [A in keyof AdminActions]: Act<AdminActions[A]['answer']> } = {
  'ask-index': ({ repository, ref }) => {
    if (typeof repository !== 'number' || !Number.isSafeInteger(repository) || repository < 1) throw invalid('repository', 'the number of a repository', repository); // prettier-ignore
    if (typeof ref !== 'string' || ref === '' || ref.length > 500) throw invalid('ref', 'the name of a branch', ref);
    return async (catalogue, by) => {
      if (await catalogue.askForJob(repository, ref, by)) return { repository, ref };
      throw new AppError('NotFoundError', 'Nothing is known of this branch, or no worker has been started yet', {
        hint: 'Workers ask the git host with their next poll.',
      });
    };
  },
  'revoke-token': ({ id }) => {
    if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id)) throw invalid('id', 'the id of a token', id);
    return async (catalogue, by) => {
      if (await catalogue.revokeToken(id, by)) return { id };
      throw new AppError('NotFoundError', 'There is no such token that could be revoked');
    };
  },
};

/** Rejects with an `AppError`. */
export async function actAsAdmin(
  catalogue: Administered,
  { name, given, by }: { name: string; given: unknown; by: number },
): Promise<object> {
  if (!Object.hasOwn(actions, name)) throw unknown('action', name, Object.keys(actions));
  if (typeof given !== 'object' || given === null) throw invalid('body', 'an object of JSON', given);
  return actions[name as keyof AdminActions](given as Readonly<Record<string, unknown>>)(catalogue, by);
}

function unknown(what: string, name: string, names: readonly string[]): AppError {
  return new AppError('NotFoundError', `There is no ${what} ${JSON.stringify(name.slice(0, 100))}`, {
    hint: `There are ${names.join(', ')}.`,
  });
}

function invalid(field: string, expected: string, received: unknown): AppError {
  return new AppError('ValidationError', `${field} must be ${expected}`, {
    details: { field, expected, received: typeof received === 'string' ? received.slice(0, 100) : null },
  });
}

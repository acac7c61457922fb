/** `code-scout catalogue`: which repositories workers index, and how far they are. */
import { formatBytes } from '../../config/values.ts';
import type { Catalogue, SweepRequest } from '../../engine/worker/administration.ts';
import type { EngineConfig } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { numberOption } from '../global-options.ts';
import { exitCode, type ExitCode } from '../exit-codes.ts';
import { loadProjectConfig } from '../project.ts';
import { accessActions, isAccessAction, manageAccess, type AccessAction, type AccessOptions } from './manage-access.ts';
import { foldText } from '../terminal/fold.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { formatCount, plural } from '../terminal/quantities.ts';

export interface CatalogueOptions extends AccessOptions {
  catalogue?: string;
  tenant?: string;
  name?: string;
  branch?: string;
  forkOf?: string;
  every?: string;
  from?: string;
  keep?: string;
  grace?: string;
  keepTokens?: boolean;
}

/** The options of each action, besides those of all. */
const catalogueActions = {
  init: [],
  add: ['name', 'branch', 'forkOf'],
  remove: [],
  list: [],
  status: [],
  poll: ['every'],
  ask: ['branch'],
  sweep: ['from', 'keep', 'grace'],
  check: ['from'],
  limit: [],
  backup: [],
  restored: ['keepTokens'],
} as const satisfies Record<string, readonly (keyof CatalogueOptions)[]>;
type RepositoryAction = keyof typeof catalogueActions;
export type CatalogueAction = RepositoryAction | AccessAction;
const hour = 3_600_000;
const common: readonly string[] = ['catalogue', 'tenant'];
/** What stands after an action; nothing after the others. */
const repositoryName = { what: 'the name of a repository, as `code-scout catalogue list` shows it', example: 'git.example.org/team/shop' }; // prettier-ignore
const takes: Partial<Record<RepositoryAction, { what: string; example: string }>> = {
  add: { what: 'the address of a repository', example: 'https://git.example.org/team/shop.git' },
  remove: repositoryName,
  ask: repositoryName,
  backup: { what: 'a file', example: 'catalogue-backup.db' },
};

export interface CatalogueWork {
  action: CatalogueAction;
  /** What stands after the action. */
  words: readonly string[];
  options: CatalogueOptions;
}

function invalid(field: string, expected: string, received: unknown): AppError {
  return new AppError('ValidationError', `${field} must be ${expected}`, {
    hint: 'See `code-scout catalogue --help`.',
    details: { field, expected, received },
  });
}

const flagOf = (option: string): string => option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function checkWords(action: RepositoryAction, words: readonly string[]): void {
  if (action === 'limit') return;
  const wanted = takes[action];
  if (words.length === (wanted === undefined ? 0 : 1)) return;
  const message = `What stands after \`catalogue ${action}\` must be ${wanted?.what ?? 'left out'}`;
  const example = wanted === undefined ? '' : ` ${wanted.example}`;
  throw new AppError('ValidationError', message, {
    hint: `It is written: code-scout catalogue ${action}${example}`,
    details: { field: action, expected: wanted?.what ?? 'nothing', received: words.join(' ') },
  });
}

export async function manageCatalogue(request: ProjectRequest, work: CatalogueWork): Promise<ExitCode> {
  const { action, words, options } = work;
  const own: readonly string[] = isAccessAction(action) ? accessActions[action].options : catalogueActions[action];
  for (const [name, value] of Object.entries(options))
    if (![...common, ...own].includes(name)) throw invalid(`--${flagOf(name)}`, `left out for ${action}`, value);
  if (!isAccessAction(action)) checkWords(action, words);
  const { terminal } = request;
  const { workingDirectory } = terminal;
  // Only the settings of this user count: there is no project here.
  const { config } = loadProjectConfig(workingDirectory, { terminal, options: {} });
  const team = await import('../../engine/worker/administration.ts');
  const { catalogue: location = null, tenant = 'main' } = options;
  const creates = action === 'init';
  const catalogue = await team.openCatalogueAt({ location, tenant, creates, workingDirectory, config });
  try {
    if (isAccessAction(action)) {
      const asJson = request.options.json === true;
      return await manageAccess(catalogue, { terminal, asJson, config }, { action, words, options });
    }
    const place = { catalogue, config, request, team, signal: terminal.cancellation() };
    return await manage(place, { action, words, options });
  } finally {
    await catalogue.close();
  }
}

export interface Place {
  catalogue: Catalogue;
  config: EngineConfig;
  request: ProjectRequest;
  team: typeof import('../../engine/worker/administration.ts');
  signal: AbortSignal;
}

interface RepositoryWork {
  action: RepositoryAction;
  words: readonly string[];
  options: CatalogueOptions;
}

async function manage(place: Place, { action, words, options }: RepositoryWork): Promise<ExitCode> {
  const [repository = ''] = words;
  const { catalogue, team, signal, request } = place;
  if (action === 'init' || action === 'status')
    for (const note of catalogue.notes) request.terminal.err(`Warning: ${printable(note)}`);
  switch (action) {
    case 'init':
      return say(place, { location: catalogue.location, tenant: catalogue.tenant }, `The catalogue ${catalogue.location} is ready for ${catalogue.tenant}`); // prettier-ignore
    case 'add': {
      const { name = null, branch = null, forkOf = null } = options;
      const added = await team.addRepository(catalogue, { url: repository, name, branch, forkOf, signal });
      return say(place, added, `${added.name} is number ${added.id}, default branch ${added.defaultRef}; the next poll finds its branches`); // prettier-ignore
    }
    case 'remove':
      await team.removeRepository(catalogue, repository);
      return say(place, { removed: repository }, `${repository} is seen by nobody now. Workers delete its snapshots and mirrors within minutes, and what the catalogue knows of it a day later; until then \`code-scout catalogue add\` brings it back with its grants`); // prettier-ignore
    case 'list':
      return list(place);
    case 'status':
      return status(place);
    case 'poll': {
      const everyMs = numberOption('--every', options.every, 60, [10, 86_400]) * 1000;
      const polled = await team.pollCatalogue(catalogue, everyMs, signal);
      const lines = polled.map(({ repository: of, pushes, error }) => `${of}: ${error ?? `${pushes} new`}`);
      say(place, polled, lines.length === 0 ? 'No repository is due' : lines.join('\n'));
      return polled.some(({ error }) => error !== null) ? exitCode.failed : exitCode.ok;
    }
    case 'ask': {
      const ref = await team.askForIndex(catalogue, repository, options.branch ?? null);
      return say(place, { repository, ref }, `The next worker indexes ${ref} of ${repository}`);
    }
    case 'sweep':
      return sweep(place, options);
    case 'check':
    case 'limit':
    case 'backup':
    case 'restored': {
      const { keepCatalogue } = await import('./keep-catalogue.ts');
      return keepCatalogue(place, { action, words, options });
    }
  }
}

export function say({ request }: Place, data: unknown, text: string): ExitCode {
  if (request.options.json === true) request.terminal.out(printableJson(data));
  else for (const line of text.split('\n')) request.terminal.out(foldText(printable(line), request.terminal.width));
  return exitCode.ok;
}

async function list(place: Place): Promise<ExitCode> {
  const { catalogue, team } = place;
  const found = await team.listRepositories(catalogue);
  if (place.request.options.json === true) return say(place, found, '');
  for (const { repository, refs } of found) {
    const known = refs.filter(({ commit }) => commit !== null);
    const behind = known.filter(({ heard, heads }) => !heads.some(({ push }) => push >= heard));
    const head = known.find(({ ref }) => ref === repository.defaultRef)?.heads[0];
    const at = head === undefined ? 'not indexed yet' : `${repository.defaultRef}@${head.commit.slice(0, 12)}`;
    const late = behind.length === 0 ? '' : `, ${behind.length} behind`;
    place.request.terminal.out(printable(`${repository.name}  ${at}  ${plural(known.length, 'branch', 'branches')}${late}`)); // prettier-ignore
  }
  if (found.length === 0) place.request.terminal.out('The catalogue has no repositories');
  return found.length === 0 ? exitCode.nothing : exitCode.ok;
}

async function status(place: Place): Promise<ExitCode> {
  const { catalogue, team } = place;
  const { counts, failed, triedAgain } = await team.catalogueStatus(catalogue);
  const { repositories, snapshots, snapshotBytes, jobs, behind, editions, limits, missing } = counts;
  const lines = [
    `${plural(repositories, 'repository', 'repositories')}, ${plural(snapshots, 'snapshot')} (${formatBytes(snapshotBytes)} of indexes)`,
    `${formatCount(jobs.waiting)} waiting, ${formatCount(jobs.taken)} in work, ${formatCount(jobs.done)} done, ${formatCount(jobs.failed)} failed; ` +
      `${plural(behind, 'branch', 'branches')} behind`,
    editions.length === 0 ? 'No worker has been started yet' : `Indexed for version ${[...new Set(editions.map(({ label }) => label))].join(' and ')}`, // prettier-ignore
    ...(missing === 0 ? [] : [`${plural(missing, 'snapshot')} missing in the page store; workers make ${missing === 1 ? 'it' : 'them'} again`]), // prettier-ignore
    ...limits.filter(({ most, used }) => used !== null && used >= most).map(fullLine),
    ...failed.map(({ name, ref, error }) => `Failed: ${name} ${ref}: ${error ?? ''}`),
    ...triedAgain.map(({ name, ref, error }) => `Tried again: ${name} ${ref}: ${error ?? ''}`),
  ];
  return say(place, { ...counts, failures: failed, triedAgain }, lines.join('\n'));
}

function fullLine({ name, most }: { name: string; most: number }): string {
  return name === 'store'
    ? `The page store has all that it may have (${formatBytes(most)}), so nothing is indexed: raise it with \`code-scout catalogue limit store SIZE\`, or remove a repository`
    : `There are as many ${name} as there may be (${formatCount(most)})`;
}

/** The page store that the options name. Throws a `ConfigurationError`. */
export function storeFor({ config, request, signal }: Place, { from }: CatalogueOptions): SweepRequest {
  const store = from ?? config.team?.url ?? '';
  if (store === '')
    throw new AppError('ConfigurationError', 'No page store is named', { hint: 'Name it with --from, or set `team.url` in your own settings.' }); // prettier-ignore
  return { store, config, workingDirectory: request.terminal.workingDirectory, signal };
}

async function sweep(place: Place, options: CatalogueOptions): Promise<ExitCode> {
  const { catalogue, team } = place;
  const keepDays = numberOption('--keep', options.keep, 30, [0, 36_500]);
  const graceMs = numberOption('--grace', options.grace, team.usualGraceMs / hour, [0, 10_000]) * hour;
  const { deleted, removed } = await team.sweepCatalogue(catalogue, storeFor(place, options), { keepDays, graceMs });
  const lines = [
    ...removed.map(({ repository, objects, isErased }) => {
      const store =
        objects === null ? 'the page store cannot list its objects' : `${plural(objects, 'object')} deleted`;
      return `${repository}: ${store}, ${isErased ? 'and nothing is known of it any more' : 'its name is forgotten by a later sweep'}`;
    }),
    `Deleted ${plural(deleted, 'snapshot')}; \`code-scout snapshot sweep\` deletes their pages`,
  ];
  return say(place, { deleted, removed }, lines.join('\n'));
}

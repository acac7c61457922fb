/** `code-scout catalogue`: which repositories workers index, and how far they are. */
import { formatBytes } from '../../config/values.ts';
import type { Catalogue } from '../../engine/worker/administration.ts';
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
  sweep: ['from', 'keep'],
} as const satisfies Record<string, readonly (keyof CatalogueOptions)[]>;
type RepositoryAction = keyof typeof catalogueActions;
export type CatalogueAction = RepositoryAction | AccessAction;
const common: readonly string[] = ['catalogue', 'tenant'];
const takesRepository: readonly string[] = ['add', 'remove', 'ask'];

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

function checkWords(action: RepositoryAction, [repository, ...others]: readonly string[]): void {
  if (takesRepository.includes(action) !== (repository !== undefined))
    throw invalid('The repository', takesRepository.includes(action) ? 'named' : `left out for ${action}`, repository);
  if (others.length > 0) throw invalid('The repository', 'one', others[0]);
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
      return await manageAccess(catalogue, { terminal, asJson }, { action, words, options });
    }
    const place = { catalogue, config, request, team, signal: terminal.cancellation() };
    return await manage(place, { action, repository: words[0], options });
  } finally {
    await catalogue.close();
  }
}

interface Place {
  catalogue: Catalogue;
  config: EngineConfig;
  request: ProjectRequest;
  team: typeof import('../../engine/worker/administration.ts');
  signal: AbortSignal;
}

interface RepositoryWork {
  action: RepositoryAction;
  repository: string | undefined;
  options: CatalogueOptions;
}

async function manage(place: Place, { action, repository = '', options }: RepositoryWork): Promise<ExitCode> {
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
      return say(place, { removed: repository }, `${repository} is seen by nobody now; \`code-scout catalogue sweep\` deletes its snapshots`); // prettier-ignore
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
  }
}

function say({ request }: Place, data: unknown, text: string): ExitCode {
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
  const { counts, failed } = await team.catalogueStatus(catalogue);
  const { repositories, snapshots, snapshotBytes, jobs, behind, editions } = counts;
  const lines = [
    `${plural(repositories, 'repository', 'repositories')}, ${plural(snapshots, 'snapshot')} (${formatBytes(snapshotBytes)} of indexes)`,
    `${formatCount(jobs.waiting)} waiting, ${formatCount(jobs.taken)} in work, ${formatCount(jobs.done)} done, ${formatCount(jobs.failed)} failed; ` +
      `${plural(behind, 'branch', 'branches')} behind`,
    editions.length === 0 ? 'No worker has been started yet' : `Indexed for version ${editions.map(({ label }) => label).join(' and ')}`, // prettier-ignore
    ...failed.map(({ job, error }) => `Failed: ${job}: ${error ?? ''}`),
  ];
  return say(place, { ...counts, failures: failed }, lines.join('\n'));
}

async function sweep(place: Place, options: CatalogueOptions): Promise<ExitCode> {
  const { catalogue, config, request, team, signal } = place;
  const store = options.from ?? config.team?.url ?? '';
  if (store === '')
    throw new AppError('ConfigurationError', 'No page store is named', { hint: 'Name it with --from, or set `team.url` in your own settings.' }); // prettier-ignore
  const keepDays = numberOption('--keep', options.keep, 30, [0, 36_500]);
  const { workingDirectory } = request.terminal;
  const deleted = await team.sweepCatalogue(catalogue, { store, config, workingDirectory, keepDays, signal });
  return say(
    place,
    { deleted },
    `Deleted ${plural(deleted, 'snapshot')}; \`code-scout snapshot sweep\` deletes their pages`,
  );
}

/** `code-scout organisation`: all parts of an organisation's server as processes of one machine, until a signal ends it. */
import { existsSync } from 'node:fs';
import { openCatalogueAt, type Catalogue } from '../../engine/worker/administration.ts';
import { isLoopback } from '../../http/access.ts';
import { lockFolder } from '../../runtime/folder-lock.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { exitCode, type ExitCode } from '../exit-codes.ts';
import { hooksPart, nodePart, commonEnvironment, workerPart, type NodePlace } from '../organisation/parts.ts';
import { readPlan, requireFreePorts, type OrganisationOptions, type Plan } from '../organisation/plan.ts';
import { adminTokenFileOf, prepareHookSecret, preparePerson, prepareRepositories, prepareStores, secretFileOf, type Site } from '../organisation/prepare.ts'; // prettier-ignore
import { watchProgress, type Progress } from '../organisation/progress.ts';
import { Supervisor, type Say } from '../organisation/supervisor.ts';
import { printable } from '../terminal/printable.ts';
import { formatDuration, plural } from '../terminal/quantities.ts';
import { thisProgram } from './run-worker.ts';

/** Longer than a node gives the requests that it is answering. */
const graceMs = 15_000;
const longestPart = 'repositories'.length;

export type { OrganisationOptions };

/** Resolves when all parts have ended. Rejects with an `AppError` where it cannot begin. */
export async function startOrganisation(
  request: ProjectRequest,
  addresses: readonly string[],
  options: OrganisationOptions,
): Promise<ExitCode> {
  const plan = readPlan(request, addresses, options);
  const say = sayer(request);
  const lock = (): (() => void) => lockFolder(plan.folder.path, 'organisation');
  // One that runs already has its port, too, and is what there is to say.
  let unlock = plan.folder.isNew ? null : lock();
  try {
    await requireFreePorts(plan);
    announce(plan, say);
    plan.folder.make();
    unlock ??= lock();
    await carryOut(request, plan, say, options.prepare === true);
  } finally {
    unlock?.();
  }
  return exitCode.ok;
}

async function carryOut(request: ProjectRequest, plan: Plan, say: Say, prepares: boolean): Promise<void> {
  const { terminal } = request;
  const ending = endingSignal(say);
  const environment = commonEnvironment(plan, terminal.environment);
  const own = { program: thisProgram(), folder: terminal.workingDirectory, environment };
  const site: Site = { folder: plan.folder, own, say, signal: ending.signal };
  try {
    await (prepares ? prepare(request, plan, site) : run(request, plan, { site, ending }));
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  }
}

function sayer({ terminal, options }: ProjectRequest): Say {
  return (part, text, data = {}) => {
    if (options.json === true) terminal.out(JSON.stringify({ part, text, ...data }));
    else terminal.out(`${terminal.paint('dim', `${part.padEnd(longestPart)} |`)} ${printable(text)}`);
  };
}

function announce({ folder, usesTls, host, ports }: Plan, say: Say): void {
  const { catalogue, pages } = folder.places;
  const what = folder.isNew ? 'Writes keys, a token, mirrors and snapshots into' : 'Goes on with what is in';
  say('organisation', `${what} ${folder.path}; catalogue ${catalogue}, page store ${pages}`);
  if (!usesTls && !isLoopback(host) && ports.length > 0)
    say('organisation', 'Warning: without --tls-cert, whoever is on the way reads tokens and code');
}

/** The first signal ends all in good order, the second one kills. */
function endingSignal(say: Say): { signal: AbortSignal; kill: AbortSignal } {
  const [ends, kills] = [new AbortController(), new AbortController()];
  const end = (): void => {
    if (ends.signal.aborted) kills.abort();
    else say('organisation', 'Ends its parts (again: kills them)');
    ends.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  return { signal: ends.signal, kill: kills.signal };
}

function openSite({ terminal }: ProjectRequest, { catalogue: location, config }: Plan): Promise<Catalogue> {
  const { workingDirectory } = terminal;
  return openCatalogueAt({ location, tenant: 'main', creates: false, workingDirectory, config });
}

async function prepare(request: ProjectRequest, plan: Plan, site: Site): Promise<void> {
  await prepareStores(site);
  const catalogue = await openSite(request, plan);
  try {
    await preparePerson(site, catalogue, plan.person);
    await prepareRepositories(site, catalogue, plan.repositories);
  } finally {
    await catalogue.close();
  }
  site.say('organisation', 'All is prepared', { event: 'prepared' });
}

interface Running {
  site: Site;
  ending: { signal: AbortSignal; kill: AbortSignal };
}

async function run(request: ProjectRequest, plan: Plan, { site, ending }: Running): Promise<void> {
  const { own, say } = site;
  const { environment } = request.terminal;
  const key = await prepareStores(site);
  const needsSecret = plan.hooksPort !== null && environment.team.hookSecret === null;
  const secretFile = needsSecret ? prepareHookSecret(site) : null;
  const catalogue = await openSite(request, plan);
  const supervisor = new Supervisor(say);
  try {
    const tokenFile = await preparePerson(site, catalogue, plan.person);
    const listening = Promise.withResolvers<NodePlace>();
    for (let at = 1; at <= plan.workers; at++) supervisor.start(workerPart(plan, own, at));
    for (let at = 1; at <= plan.ports.length; at++) {
      const onReady = at === 1 ? listening.resolve : (): void => {};
      supervisor.start(nodePart(plan, own, { at, key, onReady }));
    }
    if (plan.hooksPort !== null) supervisor.start(hooksPart(plan, own, { environment, secretFile }));
    await Promise.race([followProgress(plan, { site, catalogue, tokenFile, listening: listening.promise }), supervisor.refused]);
    await Promise.race([aborted(ending.signal), supervisor.refused]);
  } finally {
    ending.kill.addEventListener('abort', () => void supervisor.end(0));
    await supervisor.end(ending.kill.aborted ? 0 : graceMs);
    await catalogue.close();
  }
} // prettier-ignore

interface Following {
  site: Site;
  catalogue: Catalogue;
  tokenFile: string | null;
  listening: Promise<NodePlace>;
}

/** Resolves when all repositories are indexed, and says on the way when the first of them can be asked. */
async function followProgress(plan: Plan, { site, catalogue, tokenFile, listening }: Following): Promise<void> {
  const { say, signal } = site;
  const begun = performance.now();
  const added = await prepareRepositories(site, catalogue, plan.repositories);
  const place = await Promise.race([listening, aborted(signal)]);
  if (place === null) return;
  let isReady = false;
  await watchProgress(catalogue, signal, (progress) => {
    const { all, indexed, failed } = progress;
    // What was there before has taken no time.
    const ms = added.size === 0 ? null : performance.now() - begun;
    // The address again, since much has been said after it.
    const end = indexed + failed === all && isReady ? `; ${addressOf(plan, place)}/` : '';
    say('progress', `${describe(progress, ms)}${end}`, { event: 'progress', all, indexed, failed });
    if (!isReady && (indexed > 0 || all === failed)) {
      isReady = true;
      sayReady(plan, { place, tokenFile, say });
    }
  });
}

function describe({ all, indexed, failed }: Progress, ms: number | null): string {
  if (all === 0) return 'there are no repositories yet: `code-scout catalogue add ADDRESS` adds one while this runs';
  const unread = failed === 0 ? '' : `, ${failed} failed (\`code-scout catalogue status\` says why)`;
  const end = indexed + failed === all && ms !== null ? ` after ${formatDuration(ms)}` : '';
  return `${indexed} of ${plural(all, 'repository', 'repositories')} indexed${unread}${end}`;
}

/** Where others reach the server. */
function addressOf({ url }: Plan, place: NodePlace): string {
  return (url ?? new URL(place.url)).origin;
}

function sayReady(
  plan: Plan,
  { place, tokenFile, say }: { place: NodePlace; tokenFile: string | null; say: Say },
): void {
  const { folder, hooksPort } = plan;
  const [address, adminFile] = [addressOf(plan, place), adminTokenFileOf(folder)];
  const token = tokenFile === null ? 'TOKEN' : `$(cat ${tokenFile})`;
  const lines = [
    'Ready. Questions about what is indexed are answered:',
    `  in the browser   ${address}/`,
    `  by Claude Code   claude mcp add --transport http code-scout ${address}/mcp --header "Authorization: Bearer ${token}"`,
    `  by other agents  MCP over HTTP at ${address}/mcp, with that header`,
    ...(hooksPort === null ? [] : [`  git hosts send   the secret in ${secretFileOf(folder)}`]),
    tokenFile === null
      ? '`code-scout catalogue token create NAME` makes a token.'
      : `The token is in ${tokenFile}; the page in the browser asks for it.`,
    ...(tokenFile !== null && existsSync(adminFile)
      ? [`To administer it in the browser: the token in ${adminFile} instead.`]
      : []),
    `To administer it on the command line: export CODE_SCOUT_CATALOGUE=${folder.places.catalogue}`,
  ];
  for (const [at, line] of lines.entries())
    say('organisation', line, at === 0 ? { event: 'ready', url: address, mcp: `${address}/mcp`, tokenFile } : {});
} // prettier-ignore

/** Resolves with null when the signal fires. */
function aborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((done) => signal.addEventListener('abort', () => done(null), { once: true }));
}

/** `code-scout snapshot`: indexes that machines give each other by a page store. */
import { resolve } from 'node:path';
import { formatBytes, parseBytes } from '../../config/values.ts';
import type { EngineConfig } from '../../engine/types.ts';
import type { ListedSnapshot, PushReport, PushStep, StoreRequest, SweepReport } from '../../engine/team/snapshots.ts';
import { AppError } from '../../model/error.ts';
import { findRoot, type ProjectRequest } from '../asked-root.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { runIndex } from '../index-run.ts';
import { loadProjectConfig, withProject } from '../project.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { ageText, formatCount, plural } from '../terminal/quantities.ts';

export interface SnapshotOptions {
  to?: string;
  from?: string;
  key?: string;
  branch?: string;
  packages?: boolean;
  tree?: string;
  trust?: string[];
  quota?: string;
  grace?: string;
}

/** The options of each action. */
const snapshotActions = {
  keygen: ['key'],
  push: ['to', 'key', 'branch', 'packages'],
  pull: ['from', 'branch'],
  list: ['from'],
  verify: ['from', 'tree', 'trust'],
  sweep: ['from', 'quota', 'grace'],
} as const satisfies Record<string, readonly (keyof SnapshotOptions)[]>;
export type SnapshotAction = keyof typeof snapshotActions;

const defaultKeyFile = 'code-scout-signing-key.pem';
const defaultGraceHours = 24;

function invalid(field: string, expected: string, received: unknown): AppError {
  return new AppError('ValidationError', `${field} must be ${expected}`, {
    hint: 'See `code-scout snapshot --help`.',
    details: { field, expected, received },
  });
}

interface Work {
  request: ProjectRequest;
  options: SnapshotOptions;
  json: boolean;
}

export async function exchangeSnapshots(
  request: ProjectRequest,
  action: SnapshotAction,
  options: SnapshotOptions,
): Promise<ExitCode> {
  const allowed: readonly string[] = snapshotActions[action];
  for (const [name, value] of Object.entries(options))
    if (!allowed.includes(name)) throw invalid(`--${name}`, `left out for ${action}`, value);
  const work = { request, options, json: request.options.json ?? false };
  switch (action) {
    case 'keygen':
      return keygen(work);
    case 'push':
      return push(work);
    case 'pull':
      return pull(work);
    case 'list':
      return list(work);
    case 'verify':
      return verify(work);
    case 'sweep':
      return sweepWhole(work);
  }
}

function storeRequest({ request, options }: Work, config: EngineConfig): StoreRequest {
  const location = options.to ?? options.from ?? config.team?.url ?? '';
  if (location === '')
    throw new AppError('ConfigurationError', 'No page store is named', {
      hint: 'Name it with --to or --from, or set `team.url` in your own settings.',
    });
  const { workingDirectory } = request.terminal;
  return { location, workingDirectory, signal: request.terminal.cancellation() };
}

async function keygen({ request, options, json }: Work): Promise<ExitCode> {
  const { terminal } = request;
  const path = resolve(terminal.workingDirectory, options.key ?? defaultKeyFile);
  const { createKeyFile } = await import('../../engine/team/snapshots.ts');
  const key = createKeyFile(path);
  if (json) terminal.out(printableJson({ path, key }));
  else {
    terminal.out(`The secret key is in ${printable(path)}. Keep it where snapshots are made, and nowhere else.`);
    terminal.out('Whoever is to trust these snapshots lists the public key in `team.keys`:');
    terminal.out(key);
  }
  return exitCode.ok;
}

async function push(work: Work): Promise<ExitCode> {
  const { request, options, json } = work;
  const { terminal } = request;
  return withProject(request, async ({ root, loaded: { config }, engine }) => {
    const keyFile = options.key === undefined ? null : resolve(terminal.workingDirectory, options.key);
    const packages = options.packages === true;
    const where = { ...storeRequest(work, config), keyFile, branch: options.branch ?? null, packages };
    const { packagesOf, pushIndex, pushWithoutIndex } = await import('../../engine/team/snapshots.ts');
    const steps: PushStep[] = [];
    const step = async <T>(name: PushStep['name'], work: () => Promise<T>): Promise<T> => {
      const startMs = Date.now();
      const done = await work();
      steps.push({ name, startMs, endMs: Date.now() });
      return done;
    };
    let report = await pushWithoutIndex({ root, config }, where);
    if (report === null || packages) {
      await step('index', () => runIndex(engine, { terminal, json, embeddings: true }));
      if (report === null) report = await step('push', () => pushIndex({ root, config }, where));
      else report = { ...report, packages: await packagesOf({ root, config }) };
    }
    terminal.out(json ? printableJson({ ...report, steps }) : describePush(report));
    return exitCode.ok;
  });
}

function describePush({ tree, wasThere, pages, newPages, indexBytes, sentBytes }: PushReport): string {
  if (wasThere) return `The store has a snapshot of tree ${tree.slice(0, 12)} already`;
  const share = `${formatCount(newPages)} of ${formatCount(pages)} pages were new`;
  return `Pushed tree ${tree.slice(0, 12)}: ${formatBytes(indexBytes)} of index, ${share}, ${formatBytes(sentBytes)} sent`;
}

async function pull(work: Work): Promise<ExitCode> {
  const { request, options, json } = work;
  const { terminal } = request;
  const project = projectOf(work);
  const where = storeRequest(work, project.config);
  const { describeSeed, pullInto } = await import('../../engine/team/snapshots.ts');
  const base = options.branch === undefined ? {} : { base: options.branch };
  const report = await pullInto(project, { ...where, waitMs: null, ...base });
  if (report === null) {
    terminal.out(json ? 'null' : 'The store has no snapshot near this commit');
    return exitCode.nothing;
  }
  const { manifest, pages, indexBytes, receivedBytes } = report;
  const { commit, tree } = manifest;
  terminal.out(json ? printableJson({ commit, tree, pages, indexBytes, receivedBytes }) : describeSeed(report));
  if (!json) terminal.out('`code-scout index` reads what differs.');
  return exitCode.ok;
}

function projectOf(work: Work): { root: string; config: EngineConfig } {
  const root = findRoot(work.request);
  return { root, config: loadProjectConfig(root, work.request).config };
}

async function list(work: Work): Promise<ExitCode> {
  const { request, json } = work;
  const { terminal } = request;
  const project = projectOf(work);
  const { listOf } = await import('../../engine/team/snapshots.ts');
  const found = await listOf(project, storeRequest(work, project.config));
  if (json) terminal.out(printableJson(found.map(listed)));
  else if (found.length === 0) terminal.out('The store has no snapshots of this repository');
  else for (const one of found) terminal.out(printable(describeListed(one)));
  return found.length === 0 ? exitCode.nothing : exitCode.ok;
}

function listed({ tree, manifest, fault, indexBytes }: ListedSnapshot): Record<string, unknown> {
  if (manifest === null) return { tree, fault };
  const { commit, branch, madeMs, packs } = manifest;
  return { tree, commit, branch, made: new Date(madeMs).toISOString(), indexBytes, packs: packs.length };
}

function describeListed({ tree, manifest, fault, indexBytes }: ListedSnapshot): string {
  if (manifest === null) return `${tree.slice(0, 12)}  refused: ${fault}`;
  const { commit, branch, madeMs, packs } = manifest;
  const age = ageText(new Date(madeMs).toISOString());
  return `${commit.slice(0, 12)}  ${branch ?? '(no branch)'}  ${age}  ${formatBytes(indexBytes)} in ${plural(packs.length, 'pack')}`;
}

async function verify(work: Work): Promise<ExitCode> {
  const { request, options, json } = work;
  const { terminal } = request;
  const project = projectOf(work);
  const { verifySnapshot } = await import('../../engine/team/snapshots.ts');
  const where = storeRequest(work, project.config);
  const report = await verifySnapshot(project, { ...where, tree: options.tree ?? null, keys: options.trust ?? [] });
  const { tree, pages, indexBytes } = report;
  const text = `Tree ${tree.slice(0, 12)}: the signature is of a trusted key, and ${plural(pages, 'page')} (${formatBytes(indexBytes)}) are as signed`;
  terminal.out(json ? printableJson({ tree, pages, indexBytes }) : text);
  return exitCode.ok;
}

function graceOf(given: string | undefined): number {
  const hours = Number(given ?? defaultGraceHours);
  if (Number.isFinite(hours) && hours >= 0 && hours <= 10_000) return hours * 3_600_000;
  throw invalid('--grace', 'a number of hours', given);
}

function quotaOf(given: string | undefined): number | null {
  if (given === undefined) return null;
  const bytes = parseBytes(given);
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw invalid('--quota', 'a size such as 20GB', given);
}

async function sweepWhole(work: Work): Promise<ExitCode> {
  const { request, options, json } = work;
  const { terminal } = request;
  const limits = { graceMs: graceOf(options.grace), quotaBytes: quotaOf(options.quota) };
  const project = projectOf(work);
  const { sweep } = await import('../../engine/team/snapshots.ts');
  const report = await sweep(project, { ...storeRequest(work, project.config), ...limits });
  if (json) terminal.out(printableJson(report));
  else for (const line of describeSweep(report)) terminal.out(line);
  return exitCode.ok;
}

function describeSweep({ snapshots, packs, freedBytes, waiting, keptBytes, unreadable }: SweepReport): string[] {
  return [
    `Deleted ${plural(snapshots, 'snapshot')} and ${plural(packs, 'pack')} (${formatBytes(freedBytes)}); ${formatBytes(keptBytes)} are in use`,
    ...(waiting === 0 ? [] : [`${plural(waiting, 'pack')} that nothing needs will be deleted by a later sweep`]),
    ...unreadable.map(
      (name) => `This manifest cannot be read, so the packs of its repository stay: ${printable(name)}`,
    ),
  ];
}

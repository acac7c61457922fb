/**
 * `code-scout unsetup`: undoes what `setup` wrote.
 * Invariant: an entry that `setup` did not write is left alone, unless its client is named.
 */
import { toAppError } from '../../model/error.ts';
import { pathInFolder } from '../../util/paths/system-paths.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { assertAgreed, carryOut, failedOutcome, unchangedOutcome } from '../setup/carry-out.ts';
import type { SetupContext, ModeFlags, Outcome } from '../setup/carry-out.ts';
import { clients } from '../setup/clients.ts';
import type { Locations, Scope } from '../setup/clients.ts';
import { planUnsetup } from '../setup/plan.ts';
import type { Target, UnsetupPlan } from '../setup/plan.ts';
import { loadRecords, updateRecords } from '../setup/record.ts';
import type { SetupRecord } from '../setup/record.ts';
import { fileOf, namedClients, locationsOf, projectOf, targetOf } from '../setup/targets.ts';
import { exitCodeFor, recordFor, setupContext, reportError } from './setup-clients.ts';
import { requireRealPath } from '../../util/paths/real-path.ts';

export interface UnsetupOptions extends ModeFlags {
  scope?: Scope;
}

/** The targets of all records, the latest first, so that a folder is empty when the record that made it is undone. With the scope `user` only those of the user's settings, with `project` only those of this project. */
function recordedTargets(records: readonly SetupRecord[], scope: Scope | undefined, { project }: Locations): Target[] {
  return records.toReversed().flatMap((record) => {
    const client = clients.find(({ id }) => id === record.client);
    const isHere = record.scope === 'user' || (project !== null && isInside(requireRealPath(project), record.path));
    const isWanted = scope === undefined || (scope === record.scope && isHere);
    const { part = 'server' } = record;
    if (client === undefined || !isWanted) return [];
    return [
      {
        client,
        scope: record.scope,
        part,
        path: record.path,
        project: isHere && record.scope === 'project' ? project : null,
      },
    ];
  });
}

function isInside(folder: string, path: string): boolean {
  return (pathInFolder(folder, path) ?? '') !== '';
}

/** Ids of the clients whose settings file has an entry that is not recorded. */
function unrecordedClients(scope: Scope, locations: Locations, records: readonly SetupRecord[]): string[] {
  return clients.flatMap((client) => {
    const path = fileOf(client, scope, locations);
    if (path === null) return [];
    try {
      const target: Target = { client, scope, part: 'server', path, project: projectOf(scope, locations) };
      return recordFor(target, records) === null && planUnsetup(target, null).standing === 'set' ? [client.id] : [];
    } catch {
      // A file that cannot be read has no entry to report.
      return [];
    }
  });
}

/** The message where no record is to be undone. With a scope there may be records of another scope. */
function nothingRecorded(scope: Scope | undefined): string {
  if (scope === undefined) return 'No client is set up: there is no record of a setup.';
  const where = scope === 'user' ? 'in the settings of the user' : 'in this project';
  return `No client is set up ${where}: there is no record of a setup with --scope ${scope}.`;
}

function notesOf({ earlierRecord, entryChanged }: UnsetupPlan): string[] {
  if (earlierRecord === null) return ['There is no record that code-scout setup wrote this entry.'];
  return entryChanged ? ['The entry was changed since code-scout setup wrote it.'] : [];
}

async function undoSetup(target: Target, records: readonly SetupRecord[], context: SetupContext): Promise<Outcome> {
  const { terminal, json } = context;
  let outcome: Outcome;
  try {
    const plan = planUnsetup(target, recordFor(target, records));
    if (plan.standing === 'absent') {
      if (!json) terminal.out(`${target.client.title}: not set up (${printable(target.path)})`);
      // Someone removed the entry by hand, so its record is removed too.
      if (plan.earlierRecord !== null && (context.mode === 'write' || context.mode === 'ask'))
        updateRecords(context.userConfigDirectory, { remove: plan.earlierRecord });
      outcome = unchangedOutcome(target);
    } else outcome = await carryOut(plan, context, notesOf(plan));
  } catch (error) {
    if (toAppError(error).code === 'CancelledError') throw error;
    outcome = failedOutcome(target, error);
  }
  reportError(outcome, context);
  if (!json && outcome.action === 'written')
    terminal.out(terminal.paint('green', target.part === 'server' ? 'Entry removed.' : 'Text removed.'));
  if (!json && outcome.action === 'removed') terminal.out(terminal.paint('green', 'File removed.'));
  return outcome;
}

export async function unsetupClients(
  request: ProjectRequest,
  names: readonly string[],
  options: UnsetupOptions,
): Promise<ExitCode> {
  const { terminal } = request;
  const locations = locationsOf(request, process.platform);
  const named = namedClients(names);
  const context = setupContext(request, options);
  const records = loadRecords(context.userConfigDirectory);
  const scope = options.scope ?? 'user';
  const recorded = recordedTargets(records, options.scope, locations);
  const texts = recorded.filter(({ client, part }) => part !== 'server' && named.includes(client));
  const targets =
    named.length > 0 ? [...named.map((client) => targetOf(client, scope, locations, request)), ...texts] : recorded;
  const outcomes: Outcome[] = [];
  for (const target of targets) outcomes.push(await undoSetup(target, records, context));
  assertAgreed(context, outcomes);
  const others = named.length > 0 ? [] : unrecordedClients(scope, locations, records);
  if (context.json) terminal.out(printableJson({ clients: outcomes, others }));
  else {
    if (targets.length === 0) terminal.out(nothingRecorded(options.scope));
    if (others.length > 0) {
      const scopeFlag = scope === 'project' ? ' --scope project' : '';
      terminal.out(
        `Entries that setup did not write: ${others.join(', ')}. To remove them: code-scout unsetup ${others.join(' ')}${scopeFlag}`,
      );
    }
  }
  return outcomes.every(({ action }) => action === 'none') ? exitCode.nothing : exitCodeFor(outcomes);
}

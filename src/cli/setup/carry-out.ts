/**
 * Shows plans, asks, and writes.
 * Invariants: nothing is written without agreement: an answer to the shown change, or --yes. The record is written before the settings file,
 * so that a process killed in between leaves a superfluous record rather than none.
 */
import { AppError, toAppError } from '../../model/error.ts';
import type { ErrorCode } from '../../model/error.ts';
import { printable, printableLines } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Confirm } from './confirm.ts';
import type { Plan } from './plan.ts';
import { updateRecords } from './record.ts';
import { removeSettings, writeSettings } from './settings-file.ts';
import { unifiedDiff } from './unified-diff.ts';

/** The result for one client. */
export interface Outcome {
  client: string;
  title: string;
  scope: string;
  path: string;
  /** `shown`: the change was shown and not written, because of the mode. */
  action: 'none' | 'shown' | 'written' | 'removed' | 'declined' | 'failed';
  /** The change as a unified diff; empty if nothing changes. */
  diff: readonly string[];
  /** What the user should know. */
  notes: readonly string[];
  error: { type: ErrorCode; message: string; hint: string | null } | null;
}

/** `refuse`: the user cannot be asked, so changes are only shown, and an error follows. */
export type Mode = 'show' | 'write' | 'ask' | 'refuse';

export interface SetupContext {
  terminal: Terminal;
  json: boolean;
  mode: Mode;
  confirm: Confirm;
  /** The folder of the records of what was written. */
  userConfigDirectory: string;
}

/** Permissions of a new file. A file of the user may contain secrets; a file of the project is also for other users. */
const modes = { user: 0o600, project: 0o666 } as const;

export function unchangedOutcome({ client, scope, path }: Plan['target']): Outcome {
  return { client: client.id, title: client.title, scope, path, action: 'none', diff: [], notes: [], error: null };
}

export function failedOutcome(target: Plan['target'], thrown: unknown): Outcome {
  const { code, message, hint } = toAppError(thrown);
  return { ...unchangedOutcome(target), action: 'failed', error: { type: code, message, hint } };
}

export interface ModeFlags {
  yes?: boolean;
  dryRun?: boolean;
}

export function modeOf({ yes = false, dryRun = false }: ModeFlags, json: boolean, terminal: Terminal): Mode {
  if (dryRun) return 'show';
  if (yes) return 'write';
  return terminal.inputIsTerminal && !json ? 'ask' : 'refuse';
}

/** Throws `AppError` if something would change and the user cannot be asked. */
export function assertAgreed({ mode, json }: SetupContext, outcomes: readonly Outcome[]): void {
  if (mode !== 'refuse' || !outcomes.some(({ action }) => action === 'shown')) return;
  throw new AppError(
    'ValidationError',
    `Nothing was written: ${json ? 'with --json' : 'without a terminal'} there is no way to ask first`,
    {
      hint: 'Add --yes to write the change, or --dry-run to only see it.',
      details: { field: '--yes', expected: '--yes or --dry-run', received: null },
    },
  );
}

function show(terminal: Terminal, title: string, diff: readonly string[]): void {
  terminal.out(title);
  for (const line of diff) {
    const text = printableLines(line);
    if (line.startsWith('+')) terminal.out(terminal.paint('green', text));
    else if (line.startsWith('-')) terminal.out(terminal.paint('red', text));
    else terminal.out(text);
  }
}

function write({ target, file, after, record, earlierRecord }: Plan, userConfigDirectory: string): void {
  if (record !== null)
    updateRecords(userConfigDirectory, { add: record, ...(earlierRecord === null ? {} : { remove: earlierRecord }) });
  try {
    if (after === null) removeSettings(file, earlierRecord?.madeFolders ?? []);
    else writeSettings(file, after, { mode: modes[target.scope] });
  } catch (error) {
    if (record !== null)
      updateRecords(userConfigDirectory, { remove: record, ...(earlierRecord === null ? {} : { add: earlierRecord }) });
    throw error;
  }
  if (record === null && earlierRecord !== null) updateRecords(userConfigDirectory, { remove: earlierRecord });
}

/** Shows one plan and, depending on the mode, asks and writes. An error of writing is part of the outcome. */
export async function carryOut(plan: Plan, context: SetupContext, notes: readonly string[]): Promise<Outcome> {
  const { target, file, after } = plan;
  const { client, path } = target;
  const { terminal, json, mode } = context;
  const diff = unifiedDiff(path, file.text, after);
  const outcome: Outcome = { ...unchangedOutcome(target), diff, notes };
  if (!json) {
    show(terminal, `${terminal.paint('bold', client.title)}: ${printable(path)}`, diff);
    for (const note of notes) terminal.out(`  ${printable(note)}`);
  }
  if (mode === 'show' || mode === 'refuse') return { ...outcome, action: 'shown' };
  const question = after === null ? `Remove ${path}?` : `Write ${path}?`;
  if (mode === 'ask' && !(await context.confirm(printable(question)))) {
    terminal.out('Left as it is.');
    return { ...outcome, action: 'declined' };
  }
  try {
    write(plan, context.userConfigDirectory);
  } catch (error) {
    return { ...failedOutcome(target, error), diff, notes };
  }
  return { ...outcome, action: after === null ? 'removed' : 'written' };
}

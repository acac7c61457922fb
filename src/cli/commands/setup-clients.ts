/**
 * `code-scout setup`: adds this server to the settings of clients.
 * Invariant: nothing is written without agreement, which is an answer to the shown change, or --yes. Standard output says what was done.
 */
import { AppError, toAppError } from '../../model/error.ts';
import { exitCode, exitCodeOf } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printable, printableJson, printableLines } from '../terminal/printable.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { assertAgreed, carryOut, failedOutcome, modeOf, unchangedOutcome } from '../setup/carry-out.ts';
import type { SetupContext, ModeFlags, Outcome } from '../setup/carry-out.ts';
import type { Client, Scope, TextPart } from '../setup/clients.ts';
import { confirmAtTerminal } from '../setup/confirm.ts';
import { agentText, guidanceText, sessionHooks } from '../setup/guidance.ts';
import { defaultToolsets, launchOf, thisInstallation } from '../setup/launch.ts';
import type { Installation } from '../setup/launch.ts';
import { planSetup } from '../setup/plan.ts';
import type { Target } from '../setup/plan.ts';
import { loadRecords, recordPath } from '../setup/record.ts';
import type { SetupRecord } from '../setup/record.ts';
import { readSettings } from '../setup/settings-file.ts';
import { detectClients, entryFor, namedClients, locationsOf, targetOf, textTargets } from '../setup/targets.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface SetupOptions extends ModeFlags {
  scope?: Scope;
  list?: boolean;
  toolsets?: string;
  /** Whether to write guidance for agents; missing: where the user can be asked. */
  guidance?: boolean;
  sessionHint?: boolean;
}

/** The folder of the records of what setup wrote. Throws `AppError` without a home folder. */
export function recordFolder({ environment }: Terminal): string {
  if (environment.userConfigDirectory !== null) return environment.userConfigDirectory;
  throw new AppError('ConfigurationError', 'This user has no folder for configuration', { hint: 'Set HOME.' });
}

export function setupContext({ terminal, options }: ProjectRequest, flags: ModeFlags): SetupContext {
  const json = options.json ?? false;
  const mode = modeOf(flags, json, terminal);
  return { terminal, json, mode, confirm: confirmAtTerminal, userConfigDirectory: recordFolder(terminal) };
}

export function recordFor({ client, path, project }: Target, records: readonly SetupRecord[]): SetupRecord | null {
  const { realPath } = readSettings(path, project);
  return records.find((one) => one.client === client.id && one.path === realPath) ?? null;
}

/** The exit code of the first failure; ok if nothing failed. */
export function exitCodeFor(outcomes: readonly Outcome[]): ExitCode {
  const failure = outcomes.find(({ error }) => error !== null)?.error;
  return failure === null || failure === undefined ? exitCode.ok : exitCodeOf(failure.type);
}

export function reportError({ title, error }: Outcome, { terminal, json }: SetupContext): void {
  if (json || error === null) return;
  terminal.err(`${terminal.paintErr('red', 'Error:')} ${printable(title)}: ${printableLines(error.message)}`);
  if (error.hint !== null) terminal.err(printableLines(error.hint));
}

function notesOf(client: Client, scope: Scope, roots: readonly string[], installation: Installation): string[] {
  const notes: string[] = [];
  if (client.needsProject && roots.length > 0)
    notes.push(
      `${client.title} does not say which project is open: the entry is for ${roots.join(', ')} (--root names others).`,
    );
  if (scope === 'project' && installation.kind === 'checkout')
    notes.push('The entry contains a path of this machine, but the file may be shared.');
  if (client.fromDesktop && installation.kind === 'npx')
    notes.push('If it does not find npx: npm install -g code-scout-mcp, and run code-scout setup again.');
  return notes;
}

interface Run {
  /** Whether the user named the clients. A client that was only detected is skipped where it cannot be set up. */
  isNamed: boolean;
  request: ProjectRequest;
  context: SetupContext;
  installation: Installation;
  records: readonly SetupRecord[];
  toolsets: string;
}

function skippedOutcome(target: Target, reason: AppError, { terminal, json }: SetupContext): Outcome {
  const notes = [reason.message, ...(reason.hint === null ? [] : [reason.hint])];
  if (!json) terminal.out(`${target.client.title}: skipped. ${printable(notes.join('. '))}`);
  return { ...unchangedOutcome(target), notes };
}

async function setUp(target: Target, run: Run): Promise<Outcome> {
  const { client, scope } = target;
  const { isNamed, request, context, installation, records, toolsets } = run;
  let outcome: Outcome;
  try {
    const { fields, roots } = entryFor({ client, scope, request, installation, toolsets });
    const plan = planSetup(target, fields, recordFor(target, records));
    const notes = notesOf(client, scope, roots, installation);
    if (plan.standing === 'set') {
      if (!context.json) context.terminal.out(`${client.title}: already set up (${printable(target.path)})`);
      outcome = unchangedOutcome(target);
    } else outcome = await carryOut(plan, context, notes);
  } catch (error) {
    const { code } = toAppError(error);
    if (code === 'CancelledError') throw error;
    if (!isNamed && error instanceof AppError && code === 'ValidationError')
      return skippedOutcome(target, error, context);
    outcome = failedOutcome(target, error);
  }
  reportError(outcome, context);
  if (outcome.action === 'written' && !context.json) {
    const next = (scope === 'project' ? client.nextInProject : undefined) ?? client.next;
    context.terminal.out(`${context.terminal.paint('green', 'Written.')} ${next}`);
  }
  return outcome;
}

const textNames: Readonly<Record<TextPart, string>> = {
  guidance: 'guidance for its agent',
  agent: 'a sub-agent that looks things up',
  hint: 'a hint when a session starts',
};

/** Writes a text that tells agents of the server. */
async function setUpText(target: Target & { part: TextPart }, run: Run): Promise<Outcome> {
  const { client, scope, part, path } = target;
  const { context, installation, records } = run;
  const { json, terminal } = context;
  const title = `${client.title}, ${textNames[part]}`;
  let outcome: Outcome;
  try {
    // The hint prints and ends, so it needs neither tools nor projects.
    const launch = launchOf(installation, { scope, roots: [], toolsets: 'all' });
    const fields =
      part === 'hint' ? { hooks: sessionHooks(launch) } : { text: part === 'agent' ? agentText : guidanceText };
    const plan = planSetup(target, fields, recordFor(target, records));
    if (plan.standing === 'set') {
      if (!json) terminal.out(`${title}: already written (${printable(path)})`);
      outcome = unchangedOutcome(target);
    } else outcome = await carryOut(plan, context, []);
  } catch (error) {
    if (toAppError(error).code === 'CancelledError') throw error;
    outcome = failedOutcome(target, error);
  }
  reportError(outcome, context);
  if (outcome.action === 'written' && !json) terminal.out(terminal.paint('green', 'Written.'));
  return outcome;
}

/** The parts to write besides the entry of the server. They are offered where the user can be asked, and otherwise written only on demand. */
function wantedTexts({ guidance, sessionHint }: SetupOptions, { mode }: SetupContext): TextPart[] {
  const withGuidance = guidance ?? mode === 'ask';
  return [
    ...(withGuidance ? (['guidance', 'agent'] as const) : []),
    ...(sessionHint === true ? (['hint'] as const) : []),
  ];
}

function noClient(missing: readonly Client[]): AppError {
  return new AppError('NotFoundError', 'No client was found on this machine', {
    hint: `Name one to set it up anyway: code-scout setup CLIENT, with one of ${missing.map(({ id }) => id).join(', ')}.`,
  });
}

export async function setupClients(
  request: ProjectRequest,
  names: readonly string[],
  options: SetupOptions,
): Promise<ExitCode> {
  const { terminal } = request;
  const installation = thisInstallation();
  const locations = locationsOf(request, installation.platform);
  if (options.list === true) {
    const { listClients } = await import('./list-clients.ts');
    return listClients({ request, locations, installation });
  }
  const scope = options.scope ?? 'user';
  const named = namedClients(names);
  const context = setupContext(request, options);
  const { found, missing } = detectClients(scope, locations);
  if (named.length === 0 && found.length === 0) throw noClient(missing);
  const chosen = named.length > 0 ? named : found;
  if (named.length === 0 && !context.json) {
    terminal.out(`Found: ${found.map(({ title }) => title).join(', ')}.`);
    if (missing.length > 0) terminal.out(`Not found: ${missing.map(({ title }) => title).join(', ')}.`);
  }
  const targets = chosen.map((client) => targetOf(client, scope, locations, request));
  const run = {
    isNamed: named.length > 0,
    request,
    context,
    installation,
    records: loadRecords(context.userConfigDirectory),
    toolsets: options.toolsets ?? defaultToolsets,
  };
  const outcomes: Outcome[] = [];
  for (const target of targets) outcomes.push(await setUp(target, run));
  for (const target of textTargets(chosen, wantedTexts(options, context), scope, locations))
    outcomes.push(await setUpText(target, run));
  assertAgreed(context, outcomes);
  const writtenRecord = outcomes.some(({ action }) => action === 'written')
    ? recordPath(context.userConfigDirectory)
    : null;
  if (context.json) terminal.out(printableJson({ clients: outcomes, record: writtenRecord }));
  else if (writtenRecord !== null)
    terminal.out(`\`code-scout unsetup\` undoes this; the record for it is in ${printable(writtenRecord)}.`);
  return exitCodeFor(outcomes);
}

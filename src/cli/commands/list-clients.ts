/** `code-scout setup --list`: every client, its settings files, and whether each is set up. Changes nothing. */
import { toAppError } from '../../model/error.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { clients, isInstalled, scopes } from '../setup/clients.ts';
import type { Client, Locations, Scope } from '../setup/clients.ts';
import type { Installation } from '../setup/launch.ts';
import { defaultToolsets } from '../setup/launch.ts';
import { formatOf, isSetUp, pathIn } from '../setup/plan.ts';
import { readSettings } from '../setup/settings-file.ts';
import { entryFor, fileOf, projectOf } from '../setup/targets.ts';
import { formatTable } from '../terminal/table.ts';

export interface ListRequest {
  request: ProjectRequest;
  locations: Locations;
  installation: Installation;
}

type Standing = 'no file' | 'not set up' | 'set up' | 'set up differently' | 'unreadable';

interface ClientRow {
  client: string;
  title: string;
  installed: boolean;
  scope: Scope;
  path: string;
  standing: Standing;
  problem: string | null;
}

function standingOf(client: Client, scope: Scope, path: string, list: ListRequest): Standing {
  const { text } = readSettings(path, projectOf(scope, list.locations));
  if (text === null) return 'no file';
  const server = { client, part: 'server' as const };
  const entry = formatOf(server).read(text, pathIn(server));
  if (entry === undefined) return 'not set up';
  try {
    return isSetUp(entry, entryFor({ client, scope, toolsets: defaultToolsets, ...list }).fields)
      ? 'set up'
      : 'set up differently';
  } catch {
    // There is no entry to compare with: it would have to name a project, and none is known.
    return 'set up differently';
  }
}

function clientRows(client: Client, scope: Scope, list: ListRequest): ClientRow[] {
  const path = fileOf(client, scope, list.locations);
  if (path === null) return [];
  const row = { client: client.id, title: client.title, installed: isInstalled(client, list.locations), scope, path };
  try {
    return [{ ...row, standing: standingOf(client, scope, path, list), problem: null }];
  } catch (error) {
    return [{ ...row, standing: 'unreadable', problem: toAppError(error).message }];
  }
}

export function listClients(list: ListRequest): ExitCode {
  const { terminal, options } = list.request;
  const rows = clients.flatMap((client) => scopes.flatMap((scope) => clientRows(client, scope, list)));
  if (options.json === true) {
    terminal.out(printableJson({ clients: rows }));
    return exitCode.ok;
  }
  const cells = rows.map(({ client, installed, scope, path, standing, problem }) => [
    client,
    installed ? 'yes' : 'no',
    scope,
    problem === null ? standing : `${standing}: ${printable(problem)}`,
    printable(path),
  ]);
  const columns = ['client', 'installed', 'scope', 'status', 'file'].map((title) => ({ title }));
  for (const line of formatTable({ columns, rows: cells, width: terminal.width })) terminal.out(line);
  return exitCode.ok;
}

/**
 * Reads a file that lists repositories: `{ "folders": [{ "path": "api", "name": "shop" }] }`, in JSON with comments. The files that VS Code keeps for its
 * workspaces (`*.code-workspace`) have this form, with more keys, which are ignored.
 * Invariants: nothing is opened but this file. A file is bounded in size and in folders before anything is made of it.
 */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../model/error.ts';
import { JsonSyntaxError, parseJson, placeOf, plainValue, type JsonObject, type JsonPart } from '../util/json-tree.ts';
import { readConfigText } from './config-file.ts';
import { show } from './problems.ts';

/** The most repositories of one file, and of one command line. */
export const maxWorkspaceFolders = 200;

export interface WorkspaceFolder {
  /** Absolute. */
  folder: string;
  /** As the file gives it; null if it gives none. */
  name: string | null;
  /** `/srv/shop.code-workspace:3:5`, for messages. */
  where: string;
}

/** The folders in the order of the file, at least one. @param path absolute. Throws `AppError('ConfigurationError')` with file, line and column */
export function readWorkspaceFile(path: string): WorkspaceFolder[] {
  const text = textOf(path);
  const { root, at } = treeOf(path, text);
  const list = root.members.findLast(({ key }) => key === 'folders')?.value;
  if (list?.kind !== 'array') throw problem(at(list ?? root), 'must have `folders`, a list of objects with `path`');
  if (list.items.length === 0) throw problem(at(list), 'must list at least one folder');
  if (list.items.length > maxWorkspaceFolders) {
    throw problem(at(list), `lists ${list.items.length} folders; a workspace has up to ${maxWorkspaceFolders}`);
  }
  return list.items.map((item) => folderOf(item, { base: dirname(path), where: at(item) }));
}

function textOf(path: string): string {
  try {
    const text = readConfigText(path, { followLinks: true });
    if (text !== null) return text;
  } catch (error) {
    throw problem(path, (error as Error).message);
  }
  throw problem(path, 'does not exist');
}

function treeOf(path: string, text: string): { root: JsonObject; at: (part: JsonPart) => string } {
  const at = ({ from }: JsonPart): string => {
    const { line, column } = placeOf(text, from);
    return `${path}:${line}:${column}`;
  };
  try {
    const root = parseJson(text, { isLenient: true });
    if (root?.kind === 'object') return { root, at };
    throw problem(path, `must hold a JSON object, not ${root === null ? 'nothing' : show(plainValue(root))}`);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw problem(`${path}:${error.line}:${error.column}`, `malformed JSON: ${error.message}`);
  }
}

function folderOf(item: JsonPart, { base, where }: { base: string; where: string }): WorkspaceFolder {
  const fields = item.kind === 'object' ? (plainValue(item) as Record<string, unknown>) : {};
  const name = typeof fields['name'] === 'string' && fields['name'].trim() !== '' ? fields['name'].trim() : null;
  const path = pathOf(fields);
  if (path === null || path.includes('\0')) {
    const remote = typeof fields['uri'] === 'string' ? '; a folder on another machine cannot be read' : '';
    throw problem(where, `must be an object with \`path\`, a folder of this machine${remote}`);
  }
  return { folder: resolve(base, path), name, where };
}

/** The path of an entry: as it stands, or of a `file:` address. Null for any other. */
function pathOf({ path, uri }: Record<string, unknown>): string | null {
  if (typeof path === 'string') return path.trim() === '' ? null : path;
  if (typeof uri !== 'string' || !uri.startsWith('file:')) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

/** @param where the file, with line and column where they are known */
export function problem(where: string, message: string): AppError {
  return new AppError('ConfigurationError', `Invalid workspace: ${where}: ${message}`, {
    hint: 'A workspace is a JSON file such as { "folders": [{ "path": "../api" }, { "path": "../web", "name": "site" }] }; paths are relative to the file.',
    details: { field: 'workspace', expected: 'a file that lists folders', received: where },
  });
}

/**
 * Reads the resources: the state of the index and the settings, how to search, the list of files, files and symbols.
 * Invariant: a file is read by the same rules as with `read_file`.
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { Engine, FilePage } from '../../engine/types.ts';
import { toAppError, type AppError } from '../../model/error.ts';
import { statusData } from '../../tools/code-scout-status/format.ts';
import { allProjects } from '../../tools/tool.ts';
import { hintOf } from '../../tools/next-step.ts';
import { protocolWording } from '../../tools/wording.ts';
import type { ServedProjects } from '../engine-pool.ts';
import type { ServerHost } from '../server-host.ts';
import { bases, isOfAllProjects, listedResources, listedTemplates } from './list.ts';
import { readSymbol } from './symbol.ts';
import { readUri, resourceUri, type ResourceAddress } from './uri.ts';

type Contents = ReadResourceResult['contents'][number];

interface ReadContext {
  uri: string;
  address: ResourceAddress;
  /** The name of the project, if several are served; null for the first, or the only one. */
  project: string | null;
  pool: ServedProjects;
  /** Names of the tools that are served; null for all. */
  served: ReadonlySet<string> | null;
  engine: () => Promise<Engine>;
}

const filesPerPage = 100;
/** Characters of one page of a file. */
const pageChars = 50_000;

function json(uri: string, value: unknown): Contents {
  return { uri, mimeType: 'application/json', text: JSON.stringify(value, null, 2) };
}

function notFound(uri: string, projects: readonly string[]): ResourceNotFoundError {
  const uris = [
    ...listedResources(projects).map((resource) => resource.uri),
    ...listedTemplates(projects).map((template) => template.uriTemplate),
  ].join(', ');
  return new ResourceNotFoundError(uri, `Resource not found: ${uri.slice(0, 200)}. The resources are ${uris}`);
}

function badParameter(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Throws `ProtocolError`. @param parameters of the resource, without `project` */
function checkQuery({ address, project, pool }: ReadContext, parameters: readonly string[]): void {
  const names = pool.names.length === 0 ? parameters : [...parameters, 'project'];
  const unknownName = [...address.query.keys()].find((name) => !names.includes(name));
  if (unknownName !== undefined) {
    const list = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`;
    throw badParameter(`The resource has no parameter ${unknownName.slice(0, 40)}. ${list}`);
  }
  if (project === null || pool.names.includes(project)) return;
  const known = `The projects are ${pool.names.join(', ')}`;
  if (project !== allProjects) throw badParameter(`No project is named ${project.slice(0, 200)}. ${known}`);
  if (!isOfAllProjects(address.base)) throw badParameter(`The resource is that of one project. ${known}`);
}

async function projectStatus({ pool, project, engine }: ReadContext): Promise<unknown> {
  try {
    return statusData(await (await engine()).status());
  } catch (error) {
    const failure = toAppError(error);
    const { message } = failure;
    const hint = hintOf(failure, protocolWording);
    const primary = await pool.primary();
    const namedRoot = pool.projects.find(({ name }) => name === project)?.root;
    const root = namedRoot ?? ('root' in primary ? primary.root : null);
    return {
      projectPath: root,
      status: root === null ? 'absent' : 'failed',
      notice: hint === null ? message : `${message} ${hint}`,
    };
  }
}

const searchTools = {
  search_code: 'a text or a regular expression, in all files',
  search_repo: 'a question in words, names, or both: the best piece of each file',
  search: 'names of definitions, by a glob',
  'code-scout_search': 'files by one to five words of their names, imports and comments',
  search_by_embedding: 'code that is close in meaning to words or to other code',
};

/** The text of `description` is fixed, because clients may match it. */
async function howToSearch({ pool, served, engine }: ReadContext): Promise<unknown> {
  const { filesIndexed, languages, freshness } = await (await engine()).status();
  return {
    description: 'Use the search_code tool to search the codebase',
    tools: Object.fromEntries(Object.entries(searchTools).filter(([name]) => served === null || served.has(name))),
    filters: {
      languages: Object.keys(languages),
      arguments: 'language and pathPrefix of search_repo, glob of search_code',
    },
    files: filesIndexed,
    languages,
    freshness: freshness.note ?? freshness.state,
    ...(pool.names.length === 0 ? {} : { projects: pool.names }),
  };
}

/** A cursor holds the path after which its page starts, so that it stays valid while files are added and removed. */
const cursors = {
  after: (path: string): string => Buffer.from(`p${path.toWellFormed()}`).toString('base64url'),
  read(cursor: string): string {
    const text = Buffer.from(cursor, 'base64url').toString();
    if (text.startsWith('p') && this.after(text.slice(1)) === cursor) return text.slice(1);
    throw badParameter('Invalid cursor: take it from next of the previous page, or leave it out for the first page');
  },
};

async function fileList({ address, project, engine }: ReadContext): Promise<unknown> {
  const cursor = address.query.get('cursor');
  const after = cursor === null ? {} : { afterPath: cursors.read(cursor) };
  const { total, files } = await (await engine()).listFiles({ ...after, limit: filesPerPage + 1 });
  const page = files.slice(0, filesPerPage);
  const last = page.at(-1);
  const next =
    last === undefined || files.length <= filesPerPage
      ? {}
      : { next: resourceUri(bases.files, '', { cursor: cursors.after(last.path), project }) };
  return {
    total,
    files: page.map(({ path, language, lines, size }) => ({ path, language, lines, size })),
    read: `${bases.files}/PATH`,
    ...next,
  };
}

function numberParameter(query: URLSearchParams, name: string): number {
  const text = query.get(name);
  if (text === null) return 1;
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647) return Number(text);
  throw badParameter(`${name} must be a whole number from 1 on`);
}

const mimeTypes: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['html', 'text/html'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['xml', 'text/xml'],
  ['csv', 'text/csv'],
]);

/** Where the next page starts, given the text of a page and its start; lines and columns are 1-based. */
function nextPageStart(text: string, start: { line: number; column: number }): { line: number; column: number } {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  const line = start.line + lines.length - 1;
  return { line, column: (lines.length === 1 ? start.column : 1) + last.length };
}

async function fileText({ uri, address, project, engine }: ReadContext): Promise<Contents> {
  const start = {
    line: numberParameter(address.query, 'start_line'),
    column: numberParameter(address.query, 'start_column'),
  };
  const page: FilePage = await (
    await engine()
  ).files.read({
    path: address.path,
    startLine: start.line,
    startColumn: start.column,
    endLine: null,
    maxChars: pageChars,
  });
  const { content } = page;
  if (content.kind === 'binary') {
    throw badParameter(`${page.path} is not text: ${content.type}, ${page.size} bytes`);
  }
  const { line, column } = nextPageStart(content.text, start);
  const nextQuery = { start_line: String(line), start_column: column === 1 ? null : String(column), project };
  const next = content.isLast ? {} : { next: resourceUri(bases.files, page.path, nextQuery) };
  const notes = { ...next, ...(content.totalLines === null ? {} : { totalLines: content.totalLines }) };
  const mimeType = mimeTypes.get(page.path.slice(page.path.lastIndexOf('.') + 1).toLowerCase()) ?? 'text/plain';
  return { uri, mimeType, text: content.text, ...(Object.keys(notes).length === 0 ? {} : { _meta: notes }) };
}

type Reader = (context: ReadContext) => Promise<Contents>;

/** The reader of a resource, chosen by the base of the address and by whether a path follows it; null if there is no such resource. */
function readerOf({ base, path }: ResourceAddress): { parameters: readonly string[]; read: Reader } | null {
  const asJson =
    (value: (context: ReadContext) => Promise<unknown>): Reader =>
    async (context) =>
      json(context.uri, await value(context));
  if (base === bases.files && path !== '') return { parameters: ['start_line', 'start_column'], read: fileText };
  if (base === bases.symbols && path !== '') {
    return { parameters: [], read: asJson(async ({ engine }) => readSymbol(await engine(), path)) };
  }
  if (base === bases.status && path === 'status') return { parameters: [], read: asJson(projectStatus) };
  if (path !== '') return null;
  if (base === bases.files) return { parameters: ['cursor'], read: asJson(fileList) };
  if (base === bases.search) return { parameters: [], read: asJson(howToSearch) };
  if (base === bases.config) {
    return { parameters: [], read: asJson(async ({ pool, project }) => pool.configOf(project)) };
  }
  return null;
}

function protocolError(uri: string, error: AppError): ProtocolError {
  const { code, message } = error;
  const hint = hintOf(error, protocolWording);
  const text = hint === null ? message : `${message}. ${hint}`;
  if (code === 'NotFoundError') return new ResourceNotFoundError(uri, text);
  const isCallersFault = code === 'ValidationError' || code === 'ParsingError' || code === 'FileSystemError';
  return new ProtocolError(isCallersFault ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, text);
}

/** Throws `ProtocolError`. */
export async function readResource(
  uri: string,
  { pool, tools }: Pick<ServerHost, 'pool' | 'tools'>,
): Promise<ReadResourceResult> {
  const address = readUri(uri);
  const reader = address === null ? null : readerOf(address);
  if (address === null || reader === null) throw notFound(uri, pool.names);
  const project = pool.names.length === 0 ? null : address.query.get('project');
  const engine = (): Promise<Engine> => pool.engineFor({ project, path: null }, { writes: false });
  const context: ReadContext = { uri, address, project, pool, served: tools.names, engine };
  checkQuery(context, reader.parameters);
  try {
    return { contents: [await reader.read(context)] };
  } catch (error) {
    throw error instanceof ProtocolError ? error : protocolError(uri, toAppError(error));
  }
}

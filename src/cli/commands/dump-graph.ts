/**
 * `code-scout graph`: the graph of folders, packages, files or symbols, as a drawing or for other programs.
 * Invariant: only the graph goes to standard output, and it is valid in its format whatever the names are. What it leaves out is said in the graph, and
 * without --json on standard error too. An empty graph says why it is empty.
 */
import { statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Engine } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import type { GraphDump } from '../../model/graph.ts';
import { dot } from '../../tools/graph-text/dot.ts';
import { drawingOfDump } from '../../tools/graph-text/drawing.ts';
import { graphml } from '../../tools/graph-text/graphml.ts';
import { nearestFew } from '../../util/nearest.ts';
import { withoutEndSlashes } from '../../util/paths/system-paths.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { refreshIndex } from '../index-run.ts';
import { pathBelow } from '../path-argument.ts';
import {
  counted,
  pictureOfFiles,
  pictureOfPackages,
  pictureOfSymbols,
  type Picture,
  type PictureRequest,
} from '../pictures/picture.ts';
import { dotOf, mermaidOf } from '../pictures/picture-text.ts';
import { printable, printableJson, printableLines } from '../terminal/printable.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';

export const graphFormats = ['mermaid', 'svg', 'html', 'dot', 'graphml', 'json'] as const;
export const graphLevels = ['folders', 'packages', 'files', 'symbols'] as const;
type Format = (typeof graphFormats)[number];
type Level = (typeof graphLevels)[number];

export interface GraphOptions {
  format?: Format;
  level?: Level;
  files?: boolean;
  path?: string;
  maxNodes?: string;
  maxEdges?: string;
}

/** Nodes of a graph for other programs, unless the user gives a number. */
const usualNodes = 2000;
/** Boxes of a drawing, unless the user gives a number: more are hard to read. */
const usualBoxes = { folders: 30, packages: 30, files: 60, symbols: 60 };
const nodesLimit = 1_000_000;
/** An update of the index that takes longer than this (ms) shows its progress. */
const quietMs = 1000;
/** What Mermaid draws at most: its defaults of `maxEdges` and `maxTextSize` (https://mermaid.js.org/config/schema-docs/config.html). */
const mermaidLimits = { edges: 500, characters: 50_000 };

function limitOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1 && value <= nodesLimit) return value;
  throw new AppError('ValidationError', `--${name} must be a whole number from 1 to ${nodesLimit}`, {
    hint: 'Leave it out for as many as can be read well.',
    details: { field: name, expected: `a whole number from 1 to ${nodesLimit}`, received: text },
  });
}

function levelOf({ level, files, path }: GraphOptions, format: Format): Level {
  if (level !== undefined) return level;
  const isForPrograms = format === 'json' || format === 'graphml';
  return files === true || path !== undefined || isForPrograms ? 'files' : 'folders';
}

/** The path as the index has it, and a folder with a final slash. */
function withinOf(request: ProjectRequest, root: string, path: string | undefined): string {
  if (path === undefined) return '';
  const found = pathBelow(request, root, path);
  const below = isAbsolute(found) ? relative(root, found).split(sep).join('/') : found.replace(/^(?:\.\/)+/, '');
  const isFolder = statSync(join(root, below), { throwIfNoEntry: false })?.isDirectory() === true;
  return below === '' || below === '.' ? '' : isFolder ? `${withoutEndSlashes(below)}/` : below;
}

interface Asked {
  format: Format;
  level: Level;
  /** Paths begin with this. */
  within: string;
  maxNodes: number | null;
  maxEdges: number | null;
}

/** Whether the graph is printed symbol by symbol or file by file, and not as a picture. */
function isWhole({ format, level }: Asked): boolean {
  return format === 'json' || format === 'graphml' || (format === 'dot' && (level === 'files' || level === 'symbols'));
}

function dumpFor(engine: Engine, asked: Asked): Promise<GraphDump> {
  const { level, within, maxNodes } = asked;
  const most = isWhole(asked)
    ? (maxNodes ?? usualNodes)
    : level === 'symbols'
      ? (maxNodes ?? usualBoxes.symbols)
      : nodesLimit;
  return engine.graph.dump({
    level: level === 'symbols' ? 'symbols' : 'files',
    maxNodes: most,
    ...(within === '' ? {} : { pathPrefix: within }),
  });
}

function wholeText(dump: GraphDump, { format, maxNodes }: Asked): string {
  if (format === 'json') return printableJson(dump);
  const drawing = drawingOfDump(dump, maxNodes ?? usualNodes);
  return printableLines((format === 'dot' ? dot(drawing) : graphml(drawing)).trimEnd());
}

function pictureOf(dump: GraphDump, { level, within, maxNodes, maxEdges }: Asked, name: string): Picture {
  const request: PictureRequest = {
    title: `${level === 'symbols' ? 'Symbols' : level === 'packages' ? 'Packages' : 'Files and folders'} of ${within === '' ? name : within}: an arrow leads from what uses to what is used, with the number of places`,
    within,
    maxBoxes: maxNodes ?? usualBoxes[level],
    maxArrows: maxEdges,
  };
  if (level === 'packages') return pictureOfPackages(dump, request);
  return level === 'symbols' ? pictureOfSymbols(dump, request) : pictureOfFiles(dump, level, request);
}

async function pictureText(picture: Picture, format: Format): Promise<string> {
  if (format === 'mermaid') return mermaidOf(picture);
  if (format === 'dot') return dotOf(picture);
  const { htmlOf, svgOf } = await import('../pictures/picture-svg.ts');
  return format === 'html' ? htmlOf(picture) : svgOf(picture);
}

/** Why nothing can be drawn. */
async function emptyReason(engine: Engine, path: string | undefined, within: string): Promise<string> {
  const filter = within === '' ? {} : { pathPrefix: within };
  const { total } = await engine.listFiles({ ...filter, limit: 1 });
  const where = path === undefined ? '' : ` of --path ${printable(path)}`;
  if (total > 0)
    return `Nothing links the ${counted(total, 'file')}${where} with each other: there are no arrows to draw.${path === undefined ? '' : ' Links to files outside of it do not count: try a folder above.'}`;
  if (path === undefined) return 'There is nothing to draw: the index has no files.';
  const folders = new Set<string>();
  const { files } = await engine.listFiles({ limit: 1000 });
  for (const file of files)
    for (let at = file.path.indexOf('/'); at !== -1; at = file.path.indexOf('/', at + 1))
      folders.add(file.path.slice(0, at));
  const near = nearestFew(within.replace(/\/$/, ''), [...folders], 3);
  const guess = near.length === 0 ? '' : ` The nearest: ${near.map(printable).join(', ')}.`;
  return `No file of the index is at --path ${printable(path)}.${guess}`;
}

export async function dumpGraph(request: ProjectRequest, options: GraphOptions): Promise<ExitCode> {
  const { terminal } = request;
  const json = request.options.json ?? false;
  const format = options.format ?? (json ? 'json' : 'mermaid');
  const [maxNodes, maxEdges] = [limitOf('max-nodes', options.maxNodes), limitOf('max-edges', options.maxEdges)];
  return withProject(request, async ({ engine, root }) => {
    await refreshIndex(engine, { terminal, json, quietMs });
    const within = withinOf(request, root, options.path);
    const asked: Asked = { format, level: levelOf(options, format), within, maxNodes, maxEdges };
    const dump = await dumpFor(engine, asked);
    if (dump.edges.length === 0) {
      if (format === 'json') terminal.out(printableJson(dump));
      if (!json) terminal.err(await emptyReason(engine, options.path, within));
      return exitCode.nothing;
    }
    if (isWhole(asked)) {
      if (dump.truncated && !json)
        terminal.err(
          `Only the first ${maxNodes ?? usualNodes} nodes: --path narrows the graph, --max-nodes shows more.`,
        );
      terminal.out(wholeText(dump, asked));
      return exitCode.ok;
    }
    const picture = pictureOf(dump, asked, root.split(sep).at(-1) ?? root);
    const text = await pictureText(picture, format);
    // On a terminal they are seen in the drawing.
    if (terminal.width === null) for (const note of picture.notes) terminal.err(printable(note));
    const isTooLarge = picture.arrows.length > mermaidLimits.edges || text.length > mermaidLimits.characters;
    if (format === 'mermaid' && isTooLarge)
      terminal.err('Most Mermaid viewers do not draw so much: --path narrows the graph, --format svg draws it.');
    terminal.out(printableLines(text.trimEnd()));
    return exitCode.ok;
  });
}

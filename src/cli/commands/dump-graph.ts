/**
 * `code-scout graph`: the graph of files or symbols, for drawing and for other programs.
 * Invariant: only the graph goes to standard output, and it is valid in its format whatever the names are. If the graph is cut
 * off, the graph says so, and without --json standard error too.
 */
import { AppError } from '../../model/error.ts';
import type { GraphDump } from '../../model/graph.ts';
import { dot } from '../../tools/graph-text/dot.ts';
import { drawingOfDump } from '../../tools/graph-text/drawing.ts';
import { graphml } from '../../tools/graph-text/graphml.ts';
import { mermaid } from '../../tools/graph-text/mermaid.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { refreshIndex } from '../index-run.ts';
import { printable, printableJson, printableLines } from '../terminal/printable.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';

const graphFormats = ['mermaid', 'dot', 'json', 'graphml'] as const;
const graphLevels = ['files', 'symbols'] as const;

export interface GraphOptions {
  format?: (typeof graphFormats)[number];
  level?: (typeof graphLevels)[number];
  path?: string;
  maxNodes?: string;
}

const defaultNodes = 2000;
const nodesLimit = 1_000_000;
/** An update of the index that takes longer than this (ms) shows its progress. */
const quietMs = 1000;
/** Mermaid's own default of `maxEdges` (https://mermaid.js.org/config/schema-docs/config.html). */
const mermaidMaxEdges = 500;

function nodeLimit(text: string | undefined): number {
  const value = text === undefined ? defaultNodes : Number(text);
  if (Number.isSafeInteger(value) && value >= 1 && value <= nodesLimit) return value;
  throw new AppError('ValidationError', `--max-nodes must be a whole number from 1 to ${nodesLimit}`, {
    hint: `Leave it out for ${defaultNodes}.`,
    details: { field: 'max-nodes', expected: `a whole number from 1 to ${nodesLimit}`, received: text },
  });
}

function formatGraph(dump: GraphDump, format: (typeof graphFormats)[number], maxNodes: number): string {
  const drawing = drawingOfDump(dump, maxNodes);
  switch (format) {
    case 'json':
      return printableJson(dump);
    case 'mermaid':
      return printableLines(mermaid(drawing).trimEnd());
    case 'dot':
      return printableLines(dot(drawing).trimEnd());
    case 'graphml':
      return printableLines(graphml(drawing).trimEnd());
  }
}

export async function dumpGraph(request: ProjectRequest, options: GraphOptions): Promise<ExitCode> {
  const { terminal } = request;
  const json = request.options.json ?? false;
  const { format = json ? 'json' : 'mermaid', level = 'files', path } = options;
  const maxNodes = nodeLimit(options.maxNodes);
  return withProject(request, async ({ engine }) => {
    await refreshIndex(engine, { terminal, json, quietMs });
    const prefix = path === undefined ? {} : { pathPrefix: path.replace(/^(?:\.\/)+/, '') };
    const dump = await engine.graph.dump({ level, maxNodes, ...prefix });
    if (dump.truncated && !json)
      terminal.err(`Only the first ${maxNodes} nodes: --path narrows the graph, --max-nodes shows more.`);
    if (format === 'mermaid' && dump.edges.length > mermaidMaxEdges)
      terminal.err(
        `More than ${mermaidMaxEdges} links: most Mermaid viewers do not draw that many; --path narrows the graph.`,
      );
    if (dump.nodes.length > 0 || format === 'json') terminal.out(formatGraph(dump, format, maxNodes));
    if (dump.nodes.length > 0) return exitCode.ok;
    if (!json)
      terminal.err(path === undefined ? 'There is nothing to draw.' : `Nothing matches --path ${printable(path)}.`);
    return exitCode.nothing;
  });
}

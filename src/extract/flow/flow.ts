/**
 * Rewrites JavaScript with Flow types so that a TypeScript parser reads it. The result has the length and the lines of the original, and
 * names keep their places. Types that TypeScript writes in the same way stay. Of other types, as little as possible is replaced by blanks or `any`.
 */
import { parse, type ParserOptions } from 'hermes-parser/dist/HermesParser.js';
import { Edits } from './edits.ts';
import { nodeOf, nodesOf, type FlowNode } from './nodes.ts';
import type { Rewrite } from './rewrites.ts';
import { statementRewrites } from './statements.ts';
import { typeRewrites } from './types.ts';

const rewrites: ReadonlyMap<string, Rewrite> = new Map(Object.entries({ ...typeRewrites, ...statementRewrites }));

const options: ParserOptions = {
  flow: 'all',
  sourceType: 'module',
  tokens: false,
  allowReturnOutsideFunction: true,
  enableExperimentalComponentSyntax: true,
  enableExperimentalFlowMatchSyntax: false,
  enableExperimentalFlowRecordSyntax: false,
};

/** The text without Flow's syntax; null where it cannot be read as Flow either. */
export function withoutFlow(text: string): string | null {
  try {
    const edits = new Edits(text);
    rewriteAll(edits, nodeOf(parse(text, options))!);
    return edits.toText();
  } catch {
    // The error of the first parser is reported instead of this one.
    return null;
  }
}

function rewriteAll(edits: Edits, root: FlowNode): void {
  const waiting: [node: FlowNode, parent: FlowNode | null][] = [[root, null]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, parent] = next;
    const rewrite = rewrites.get(node.type);
    const innerNodes = rewrite === undefined ? nodesOf(node) : rewrite(edits, node, parent);
    // Inside a declared module, where Flow repeats the word `declare`, TypeScript does not allow it.
    if (parent?.type === 'BlockStatement' && node.type.startsWith('Declare'))
      edits.blank(node.range[0], node.range[0] + 'declare'.length);
    for (const inner of innerNodes) waiting.push([inner, node]);
  }
}

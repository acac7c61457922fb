/** Calls a tool on an engine whose answers about the code graph are fixed. */
import { expect } from 'vitest';
import { callTool } from '../call-tool.ts';
import type { Tool, ToolAnswer } from '../tool.ts';
import { fixedEngine } from './fixed-engine.ts';
import type { FixedGraphAnswers } from './fixed-graph.ts';

export interface GraphCall {
  answer: ToolAnswer;
  text: string;
  data: Record<string, unknown>;
  /** Methods of the graph that were asked, but for `resolve`, with their requests. */
  asked: [string, unknown][];
}

/** Also expects that the answer, even an error, fits the tool's output schema. */
export async function callGraphTool(tool: Tool, args: unknown, graph: FixedGraphAnswers = {}): Promise<GraphCall> {
  const engine = fixedEngine({ graph });
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => engine, context);
  if (tool.output !== null) expect(tool.output.safeParse(answer.structured).error).toBeUndefined();
  return {
    answer,
    text: answer.texts.join('\n'),
    data: answer.structured ?? {},
    asked: engine.askedOfGraph.filter(([method]) => method !== 'resolve'),
  };
}

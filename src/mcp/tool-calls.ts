/**
 * `tools/list` and `tools/call`: lists the served tools in the form of the protocol, and runs one call.
 * Invariant: the list is the same text for every connection. The module is loaded at the first of these requests, not for the handshake.
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server';
import type { CallObserver } from '../tools/call-log.ts';
import { callTool, type OpenProject } from '../tools/call-tool.ts';
import { findTool } from '../tools/find-tool.ts';
import { schemasOf } from '../tools/json-schema.ts';
import { toolsFor } from '../tools/several-projects.ts';
import type { Tool, ToolAnswer } from '../tools/tool.ts';
import { listedInput, listedOutput } from './listed-schema.ts';
import { createProgress, type ProgressReport } from './progress.ts';
import { clockMs } from '../util/clock.ts';

const cachedLists = new WeakMap<readonly Tool[], ListedTool[]>();

/** @param projects names of the projects if there are several; otherwise empty */
export function listedTools(projects: readonly string[], served: readonly Tool[]): ListedTool[] {
  const tools = toolsFor(projects, served);
  let listed = cachedLists.get(tools);
  if (listed === undefined) cachedLists.set(tools, (listed = tools.map(listedTool)));
  return listed;
}

function listedTool(tool: Tool): ListedTool {
  const { input, output } = schemasOf(tool);
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: listedInput(input, tool.listed),
    ...(output === null ? {} : { outputSchema: listedOutput() }),
    annotations: tool.annotations,
  };
}

export interface ToolCall {
  name: string;
  arguments: unknown;
  signal: AbortSignal;
  /** Names of the projects if there are several; otherwise empty. */
  projects: readonly string[];
  /** The served tools. */
  tools: readonly Tool[];
  /** Null when the client gave no token. */
  notify: ((report: ProgressReport) => void) | null;
}

/** Throws `ProtocolError` for a tool that does not exist; every other failure is an answer. */
export async function runToolCall(call: ToolCall, open: OpenProject, observe: CallObserver): Promise<CallToolResult> {
  const found = findTool(call.name, toolsFor(call.projects, call.tools));
  if ('problem' in found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, found.problem);
  const { tool } = found;
  const started = clockMs();
  const progress = call.notify === null ? null : createProgress(call.notify);
  let answer: ToolAnswer;
  try {
    const report = progress === null ? null : progress.report;
    answer = await callTool(tool, call.arguments, open, { signal: call.signal, progress: report });
  } finally {
    progress?.stop();
  }
  observe({ tool: tool.name, durationMs: clockMs() - started, answer });
  return {
    content: answer.texts.map((text) => ({ type: 'text' as const, text })),
    ...(answer.structured === undefined ? {} : { structuredContent: answer.structured }),
    ...(answer.isError === true ? { isError: true } : {}),
  };
}

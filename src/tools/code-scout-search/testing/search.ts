/** The search tool as its tests call it. */
import { callTool } from '../../call-tool.ts';
import { fixedEngine, type FixedAnswers } from '../../testing/fixed-engine.ts';
import { tool } from '../tool.ts';

/** The structured answer, as the tests read it. */
export interface Structured {
  total_files: number;
  execution_time: number;
  results: number;
  notes?: string[];
  next_offset?: number;
  files: {
    path: string;
    definitions?: { total: number; shown: string[] };
    imports?: {
      total: number;
      local?: string[];
      external?: string[];
      builtin?: string[];
      more?: Record<string, number>;
    };
    tags_found?: string[];
  }[];
}

/** Calls the tool on an engine with fixed answers. */
export async function search(args: unknown, answers: FixedAnswers = {}) {
  const engine = fixedEngine(answers);
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => engine, context);
  return { answer, engine, text: answer.texts.join('\n'), data: answer.structured as unknown as Structured };
}

/** What is known of a finished call, for those who count and log it: the same for every front end. */
import type { Logger, LogLevel } from '../util/json-log.ts';
import type { ToolAnswer } from './tool.ts';

export interface FinishedCall {
  tool: string;
  durationMs: number;
  answer: ToolAnswer;
}

/** Called once a call, after its answer is made and before it is sent; must not throw. */
export type CallObserver = (call: FinishedCall) => void;

/** `type` of the structured error; null where the call did not fail. */
export function errorTypeOf({ isError, structured }: ToolAnswer): string | null {
  if (isError !== true) return null;
  const error = structured?.['error'];
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : null;
  return typeof type === 'string' ? type : 'InternalError';
}

/** A query as the level may show it: its words at `debug` only. */
function queryFields(query: string | undefined, level: LogLevel): Record<string, unknown> {
  if (query === undefined) return {};
  if (level === 'debug') return { query };
  // Loaded with the first line that needs it: every start of a server would wait for it.
  const { hash } = process.getBuiltinModule('node:crypto');
  return { queryLength: query.length, queryHash: hash('sha256', query).slice(0, 12) };
}

/** An error's message may repeat what was asked for, so it is for `debug` too. */
function failure(answer: ToolAnswer, level: LogLevel): Record<string, unknown> {
  return { error: errorTypeOf(answer), ...(level === 'debug' ? { message: answer.texts[0]?.split('\n')[0] } : {}) };
}

/** One line a call, with the fields of 003. */
export function callLog(logger: Logger, component: string): CallObserver {
  return ({ tool, durationMs, answer }) => {
    const failed = answer.isError === true;
    if (logger.level === 'silent' || logger.level === 'error' || (logger.level === 'warn' && !failed)) return;
    const { query, results, cache } = answer.log ?? {};
    logger.write(failed ? 'warn' : 'info', component, {
      tool,
      duration: Math.round(durationMs),
      ...queryFields(query, logger.level),
      ...(results === undefined ? {} : { results }),
      ...(cache === undefined ? {} : { cache }),
      ...(failed ? failure(answer, logger.level) : {}),
    });
  };
}

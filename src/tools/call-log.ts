/** A finished call, for counting and logging: the same for every front end. */
import type { Logger, LogLevel } from '../util/json-log.ts';
import type { ToolAnswer } from './tool.ts';

export interface FinishedCall {
  tool: string;
  durationMs: number;
  answer: ToolAnswer;
}

/** Called once for each call, after its answer is made and before it is sent; must not throw. */
export type CallObserver = (call: FinishedCall) => void;

/** The type of an answer's error; null if the call did not fail. */
export function errorTypeOf({ isError, structured }: ToolAnswer): string | null {
  if (isError !== true) return null;
  const error = structured?.['error'];
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : null;
  return typeof type === 'string' ? type : 'InternalError';
}

/** The fields for a query: its words only at `debug`, otherwise length and hash. */
function queryFields(query: string | undefined, level: LogLevel): Record<string, unknown> {
  if (query === undefined) return {};
  if (level === 'debug') return { query };
  // Loading `node:crypto` here keeps it out of the start of a server.
  const { hash } = process.getBuiltinModule('node:crypto');
  return { queryLength: query.length, queryHash: hash('sha256', query).slice(0, 12) };
}

/** The fields for an error. Its message may repeat the query, so it too is logged only at `debug`. */
function failure(answer: ToolAnswer, level: LogLevel): Record<string, unknown> {
  return { error: errorTypeOf(answer), ...(level === 'debug' ? { message: answer.texts[0]?.split('\n')[0] } : {}) };
}

/** Logs one line for each call: failed calls at the log levels `warn`, `info` and `debug`, all others at `info` and `debug`. */
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

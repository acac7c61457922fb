/** The answers of the JSON API as types, for clients and for the OpenAPI document. */
import type { UsageReport } from '../model/usage.ts';
import type { ToolAnnotations, Toolset } from '../tools/tool.ts';
import type { ObjectSchema } from '../tools/json-schema.ts';

/** `GET /api/tools`. */
export interface ApiToolList {
  tools: ApiTool[];
}

export interface ApiTool {
  name: string;
  title: string;
  description: string;
  toolset: Toolset;
  annotations: ToolAnnotations;
  /** JSON Schema 2020-12. */
  inputSchema: ObjectSchema;
  /** Schema of `data` in an answer; null if the tool answers with text alone. */
  outputSchema: ObjectSchema | null;
}

/** `GET /api/projects`: a call that names no project is about the first. */
export interface ApiProjectList {
  projects: readonly ApiProject[];
}

export interface ApiProject {
  /** Value of the argument `project`, which tools have if the server has several projects. */
  name: string;
  root: string;
}

/** `GET /api/explorer/QUESTION`: what the explorer's page asks, and its answers. */
export type { Questions as ExplorerQuestions } from '../explorer/contract.ts';

/** `GET /api/usage`. */
export type ApiUsage = UsageReport;

/** `POST /api/tools/NAME`. */
export interface ApiAnswer {
  tool: string;
  /** The answer's text parts, in order. */
  texts: string[];
  /** The facts of `texts` as data, if the tool has an output schema. */
  data?: Record<string, unknown>;
}

/** The body of every answer of the JSON API whose status is 400 or above. */
export interface ApiFailure {
  error: {
    /** `ValidationError`, `NotFoundError`, `InternalError` and the other types of tool errors. */
    type: string;
    message: string;
    /** What to do next. */
    next?: string;
    details?: { field: string; expected: string; received?: unknown };
    /** Milliseconds since 1970. */
    timestamp: number;
  };
}

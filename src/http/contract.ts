/** What the JSON API answers, as types: for the web explorer and for the document that describes the API. */
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
  /** Of `data`; null where the answer is prose or code. */
  outputSchema: ObjectSchema | null;
}

/** `GET /api/projects`: the first is asked where a call names none. */
export interface ApiProjectList {
  projects: readonly ApiProject[];
}

export interface ApiProject {
  /** For the argument `project`, which tools have where there are several. */
  name: string;
  root: string;
}

/** `GET /api/usage`. */
export type ApiUsage = UsageReport;

/** `POST /api/tools/NAME`. */
export interface ApiAnswer {
  tool: string;
  /** The answer's text parts, in order. */
  texts: string[];
  /** The same facts as data, where the tool has an output schema. */
  data?: Record<string, unknown>;
}

/** Every answer but those of 200. */
export interface ApiFailure {
  error: {
    /** 002's types, `NotFoundError` or `InternalError`. */
    type: string;
    message: string;
    /** What to do next. */
    next?: string;
    details?: { field: string; expected: string; received?: unknown };
    /** Milliseconds since 1970. */
    timestamp: number;
  };
}

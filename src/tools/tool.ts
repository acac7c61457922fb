/**
 * The contract of a tool: what it is called, what it takes, what it answers. Every front end (protocol, command line, HTTP) gets its
 * tools from `registry.ts` and runs them with `callTool`.
 * Invariant: text and structured form of an answer carry the same facts; either suffices alone.
 */
import type { z } from 'zod';
import type { Engine } from '../engine/types.ts';
import type { Wording } from './wording.ts';

export const toolsets = ['core', 'tags', 'index', 'files', 'semantic', 'graph', 'plugins'] as const;
export type Toolset = (typeof toolsets)[number];

/** The value of `project` that stands for all projects of a server, or of a command line, asked together. */
export const allProjects = '*';

export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

export interface ToolProgress {
  /** Steps done and steps to do; `total` is 0 until it is known. */
  done: number;
  total: number;
  message: string;
}

export interface ToolContext {
  signal: AbortSignal;
  /** Null if the caller wants no progress. */
  progress: ((progress: ToolProgress) => void) | null;
  /** How the answer names other calls and its own arguments. */
  say: Wording;
}

export interface ToolAnswer {
  /** Text parts, in order; at least one. */
  texts: string[];
  /** Present exactly when the tool has an `output` schema, or when the answer is an error. */
  structured?: Record<string, unknown>;
  isError?: boolean;
  /** For the log: the words asked for (shown only at `debug`), how many results there were, and whether they came from the cache. */
  log?: { query?: string; results?: number; cache?: boolean };
}

/** The short listing of a tool, for agents with little room. Parameters that are not listed still work. */
export interface BriefForm {
  description: string;
  parameters: readonly string[];
}

export interface ToolContract<Input extends z.ZodObject> {
  /** `^[a-z0-9_-]{1,40}$`; never renamed. */
  name: string;
  title: string;
  /** Under 2,000 characters; says in prose what the schema says in numbers, since some clients drop those. */
  description: string;
  toolset: Toolset;
  /** If present, the tool is in the toolset `core` too, and is listed there in this form. */
  core?: BriefForm;
  annotations: ToolAnnotations;
  /** If present, the tool is about one project alone, and this says why, as a sentence without its end. Absent: it can be asked of several at once. */
  oneProject?: string;
  /** A strict object: an argument that it does not name is refused. The function is called at most once, as `output` is. */
  input: () => Input;
  /** Null if the answer is prose or code. All fields are optional, because clients check errors against the schema too; one field is `error`. */
  output: (() => z.ZodObject) | null;
  /** The folder whose project the call is about; null for the server's own project. */
  projectPath?(args: z.output<Input>): string | null;
  run(engine: Engine, args: z.output<Input>, context: ToolContext): Promise<ToolAnswer>;
}

/** A tool whose argument type is hidden, so that all tools fit into one list. For a server with several projects, `toolsFor` adds the argument `project`. */
export interface Tool extends Omit<ToolContract<z.ZodObject>, 'input' | 'output' | 'projectPath' | 'run'> {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject | null;
  /** Parameters that the list of tools shows; if absent, all. */
  listed?: readonly string[];
  projectPath(args: unknown): string | null;
  /** The name of the project that the call is about, if several are served; null for the first. */
  project(args: unknown): string | null;
  run(engine: Engine, args: unknown, context: ToolContext): Promise<ToolAnswer>;
}

/**
 * Makes a tool whose `run` and `projectPath` get only arguments that its schema has accepted. A schema is created at its first use: those of all
 * tools take ten milliseconds, a tenth of a command's time, and a command needs only one.
 */
export function defineTool<Input extends z.ZodObject>(contract: ToolContract<Input>): Tool {
  const input = memoized(contract.input);
  const output = contract.output === null ? null : memoized(contract.output);
  return {
    ...contract,
    get input() {
      return input();
    },
    get output() {
      return output === null ? null : output();
    },
    projectPath: (args) => contract.projectPath?.(args as z.output<Input>) ?? null,
    project: () => null,
    run: (engine, args, context) => contract.run(engine, args as z.output<Input>, context),
  };
}

function memoized<Schema extends object>(make: () => Schema): () => Schema {
  let schema: Schema | null = null;
  return () => (schema ??= make());
}

/** JSON schemas of the tools, created once: a server is created for each connection and must not create them each time. */
import { z } from 'zod';
import type { Tool } from './tool.ts';

export interface ObjectSchema {
  type: 'object';
  [key: string]: unknown;
}

interface ToolSchemas {
  readonly input: ObjectSchema;
  readonly output: ObjectSchema | null;
}

const schemasByTool = new WeakMap<Tool, ToolSchemas>();

function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return { ...rest, type: 'object' };
}

export function schemasOf(tool: Tool): ToolSchemas {
  let schemas = schemasByTool.get(tool);
  if (schemas === undefined) schemasByTool.set(tool, (schemas = new LazySchemas(tool)));
  return schemas;
}

/** Creates each schema at its first use: lists of tools do not use output schemas, which are the larger part. */
class LazySchemas implements ToolSchemas {
  readonly #tool: Tool;
  #input: ObjectSchema | undefined;
  #output: ObjectSchema | null | undefined;

  constructor(tool: Tool) {
    this.#tool = tool;
  }

  get input(): ObjectSchema {
    return (this.#input ??= objectSchema(this.#tool.input, 'input'));
  }

  get output(): ObjectSchema | null {
    if (this.#output === undefined) {
      const { output } = this.#tool;
      this.#output = output === null ? null : objectSchema(output, 'output');
    }
    return this.#output;
  }
}

/** JSON schemas of the tools, made once: a server is built anew for each connection and must not pay for them each time. */
import { z } from 'zod';
import type { Tool } from './tool.ts';

export interface ObjectSchema {
  type: 'object';
  [key: string]: unknown;
}

interface ToolSchemas {
  input: ObjectSchema;
  output: ObjectSchema | null;
}

const made = new WeakMap<Tool, ToolSchemas>();

function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return { ...rest, type: 'object' };
}

export function schemasOf(tool: Tool): ToolSchemas {
  let schemas = made.get(tool);
  if (schemas === undefined) {
    schemas = {
      input: objectSchema(tool.input, 'input'),
      output: tool.output === null ? null : objectSchema(tool.output, 'output'),
    };
    made.set(tool, schemas);
  }
  return schemas;
}

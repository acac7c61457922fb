/** The parameters of the graph tools that name a symbol, and the depth of a walk. */
import { z } from 'zod';
import type { SymbolFilter } from '../../model/graph.ts';

/** In characters: ids contain paths, which may be long. */
const maxLength = 5000;

export function symbolInput(field: string) {
  return z
    .string()
    .min(1, `${field} is required`)
    .max(maxLength)
    .describe('Name, Class.method, Class.*, path or path#App.run');
}

export const filterInputs = {
  file: z.string().max(maxLength).optional().describe('Its path or end'),
  module: z.string().max(500).optional().describe('Its top folder'),
  package: z.string().max(500).optional().describe('By its name'),
};

export function depthInput(limit: number, defaultDepth: number | null) {
  const text = defaultDepth === null ? 'no limit' : String(defaultDepth);
  const schema = z.int().min(1).max(limit).optional();
  return (defaultDepth === null ? schema : schema.meta({ default: defaultDepth })).describe(
    `1-${limit}, default ${text}`,
  );
}

/** The filters that were given. Some clients send an empty text for an argument that is not given. */
export function filterOf({ file, module, package: owner }: SymbolFilter): SymbolFilter {
  const isGiven = (value: string | undefined): boolean => value !== undefined && value !== '';
  return {
    ...(isGiven(file) ? { file } : {}),
    ...(isGiven(module) ? { module } : {}),
    ...(isGiven(owner) ? { package: owner } : {}),
  };
}

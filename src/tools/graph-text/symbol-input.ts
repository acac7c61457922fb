/** The parameters of the graph tools that name a symbol, and the depth of a walk. */
import { z } from 'zod';
import type { SymbolFilter } from '../../model/graph.ts';

/** Ids contain paths, and paths may be long. */
const longest = 5000;

export function symbolInput(field: string) {
  return z
    .string()
    .min(1, `${field} is required`)
    .max(longest)
    .describe('Name, Class.method, path or id (path#App.run)');
}

export const filterInputs = {
  file: z.string().max(longest).optional().describe('Its path or end'),
  module: z.string().max(500).optional().describe('Its top folder'),
  package: z.string().max(500).optional().describe('By its name'),
};

export function depthInput(most: number, usual: number | null) {
  const text = usual === null ? 'default: no limit' : `default ${usual}`;
  const schema = z.int().min(1).max(most).optional();
  return (usual === null ? schema : schema.meta({ default: usual })).describe(`1 to ${most} (${text})`);
}

/** The filters that were given. Some clients send an empty text for an argument that is not given. */
export function filterOf({ file, module, package: owner }: SymbolFilter): SymbolFilter {
  const given = (value: string | undefined): boolean => value !== undefined && value !== '';
  return {
    ...(given(file) ? { file } : {}),
    ...(given(module) ? { module } : {}),
    ...(given(owner) ? { package: owner } : {}),
  };
}

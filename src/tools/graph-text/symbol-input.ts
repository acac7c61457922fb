/** The parameters by which the graph tools are told of a symbol, and the walk's depth. */
import { z } from 'zod';
import type { SymbolFilter } from '../../model/graph.ts';

/** Ids hold paths, and paths may be long. */
const longest = 5000;

export function symbolInput(field: string, description: string) {
  return z
    .string()
    .min(1, `${field} is required`)
    .max(longest)
    .describe(`${description}: a name, Class.method, a path (its top level), or an id of an earlier answer`);
}

export const filterInputs = {
  file: z.string().min(1).max(longest).optional().describe('Where it is defined: a path or its end'),
  module: z.string().min(1).max(500).optional().describe('Its module (first folder below the source root)'),
  package: z.string().min(1).max(500).optional().describe('Its package (name in the nearest manifest)'),
};

export function depthInput(most: number, usual: number | null, meaning: string) {
  const said = usual === null ? 'default: as far as they reach' : `default ${usual}`;
  const schema = z.int().min(1).max(most).optional();
  return (usual === null ? schema : schema.meta({ default: usual })).describe(`${meaning}, 1 to ${most} (${said})`);
}

/** Only what was given. */
export function filterOf(args: SymbolFilter): SymbolFilter {
  return {
    ...(args.file === undefined ? {} : { file: args.file }),
    ...(args.module === undefined ? {} : { module: args.module }),
    ...(args.package === undefined ? {} : { package: args.package }),
  };
}

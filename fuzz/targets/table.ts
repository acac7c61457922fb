/** All targets by name. Each is loaded when it is opened: a child process needs only one. */
import type { Target } from '../lib/target.ts';
import { extractionTarget, sampleFolders } from './extraction.ts';

const others: Readonly<Record<string, () => Promise<Target>>> = {
  scip: async () => (await import('./scip.ts')).scip,
  configuration: async () => (await import('./configuration.ts')).configuration,
  queries: async () => (await import('./queries.ts')).queries,
  packed: async () => (await import('./packed.ts')).packed,
  framing: async () => (await import('./framing.ts')).framing,
  http: async () => (await import('./http.ts')).http,
  tools: async () => (await import('./tools.ts')).toolCalls,
  lsp: async () => (await import('./lsp.ts')).lsp,
  sizes: async () => (await import('./sizes.ts')).largeFiles,
  shapes: async () => (await import('./shapes.ts')).shapes,
  database: async () => (await import('./database.ts')).database,
};

export const targetNames: readonly string[] = [
  ...[...sampleFolders, 'notebook'].map((folder) => `extract-${folder}`),
  ...Object.keys(others),
];

export function openTargets(name: string): Promise<Target> {
  if (!targetNames.includes(name)) throw new Error(`no target is named ${name}`);
  return others[name]?.() ?? Promise.resolve(extractionTarget(name.slice('extract-'.length)));
}

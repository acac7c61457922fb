/** D1 of miniflare for tests, behind a Worker that runs the batches: the binding that miniflare gives outside of one takes a second for each. */
import type { D1Binding, D1Statement } from '../d1-database.ts';

interface MiniflareModule {
  Miniflare: new (options: object) => { ready: Promise<URL>; dispose(): Promise<void> };
}

export interface D1Server {
  /** Of the databases that it has, from 0 on. */
  binding(at: number): D1Binding;
  close(): Promise<void>;
}

const worker = `export default { async fetch(request, bindings) {
  const { name, statements } = await request.json();
  const database = bindings[name];
  const prepared = statements.map(({ text, values }) => database.prepare(text).bind(...values));
  try {
    return Response.json({ results: (await database.batch(prepared)).map(({ results }) => results) });
  } catch (error) {
    return Response.json({ error: String(error) });
  }
} }`;

/** A statement that is sent with its batch. */
interface SentStatement extends D1Statement {
  text: string;
  values: unknown[];
}

const statement = (text: string, values: unknown[]): SentStatement => ({
  text,
  values,
  bind: (...bound) => statement(text, bound),
});

export async function startD1(databases: number): Promise<D1Server> {
  const module = (await import(import.meta.resolve('miniflare'))) as MiniflareModule;
  const names = Array.from({ length: databases }, (_, at) => `DB${at}`);
  const options = { modules: true, script: worker, d1Databases: names, host: '127.0.0.1', port: 0, cf: false };
  const server = new module.Miniflare(options);
  const url = await server.ready;
  const binding = (at: number): D1Binding => ({
    prepare: (text) => statement(text, []),
    batch: async (statements) => {
      const sent = (statements as SentStatement[]).map(({ text, values }) => ({ text, values }));
      const response = await fetch(url, {
        method: 'POST',
        body: JSON.stringify({ name: names[at], statements: sent }),
      });
      const { results, error } = (await response.json()) as { results?: unknown[]; error?: string };
      if (results === undefined) throw new Error(error);
      return results.map((rows) => ({ results: rows }));
    },
  });
  return { binding, close: () => server.dispose() };
}

/** What TypeScript and JavaScript share: where a module comes from, and words that are no tags. */
import type { ImportType } from '../../model/import.ts';

/** Node's built-in modules (their names without `node:`). */
const builtinModules = new Set(
  (
    'assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https ' +
    'inspector module net os path perf_hooks process punycode querystring readline repl sea sqlite stream string_decoder sys test timers tls ' +
    'trace_events tty url util v8 vm wasi worker_threads zlib'
  ).split(' '),
);

/** Relative paths, absolute ones and `#name` of the package's own imports are local. */
export function classifyImport(module: string): ImportType {
  if (/^(\.|\/|#)/.test(module)) return 'local';
  if (/^(node|bun|deno|cloudflare):/.test(module)) return 'builtin';
  return builtinModules.has(module.split('/')[0] ?? '') ? 'builtin' : 'external';
}

export const keywords = (
  'abstract any as async await boolean break case catch class const constructor continue debugger declare default delete do else enum export extends ' +
  'false finally for from function get if implements import in infer instanceof interface is keyof let namespace never new null number object of ' +
  'override private protected public readonly require return satisfies set static string super switch symbol this throw true try type typeof ' +
  'undefined unique unknown using var void while with yield'
).split(' ');

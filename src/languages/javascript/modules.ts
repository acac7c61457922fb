/** What TypeScript and JavaScript share: the classification of imports, and keywords. */
import type { ImportType } from '../../model/import.ts';

/** Node's modules that can be imported without `node:`. The others need the prefix, because packages may have their names. */
const builtinModules = new Set(
  (
    'assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain ' +
    'events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix path/win32 perf_hooks process punycode ' +
    'querystring readline readline/promises repl stream stream/consumers stream/promises stream/web string_decoder sys timers timers/promises ' +
    'tls trace_events tty url util util/types v8 vm wasi worker_threads zlib'
  ).split(' '),
);

/**
 * Relative and absolute paths and `file:` URLs are local. So are `#name` of the package's own imports, and `@/`, `~/` and `$lib`,
 * which can only be aliases.
 */
export function classifyImport(module: string): ImportType {
  if (/^(?:\.|\/|#|[@~]\/|\$lib\b|file:)/.test(module)) return 'local';
  if (/^(?:node|bun|deno|cloudflare):/.test(module)) return 'builtin';
  return builtinModules.has(module) ? 'builtin' : 'external';
}

export const keywords = (
  'abstract any as async await boolean break case catch class const constructor continue debugger declare default delete do else enum export extends ' +
  'false finally for from function get if implements import in infer instanceof interface is keyof let namespace never new null number object of ' +
  'override private protected public readonly require return satisfies set static string super switch symbol this throw true try type typeof ' +
  'undefined unique unknown using var void while with yield'
).split(' ');

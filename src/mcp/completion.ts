/** What an argument of a resource template may become. At most 100 values, likeliest first. Invariant: asking starts no indexing. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type CompleteRequest,
  type CompleteResult,
} from '@modelcontextprotocol/server';
import type { Completions, Engine } from '../engine/types.ts';
import type { EnginePool } from './engine-pool.ts';
import { bases, listedTemplates } from './resources/list.ts';

const mostValues = 100;

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function namesStarting(names: readonly string[], typed: string): Completions {
  const values = names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
  return { values: values.slice(0, mostValues), total: values.length };
}

/** Throws `ProtocolError`. */
export async function complete(
  { ref, argument, context }: CompleteRequest['params'],
  pool: EnginePool,
): Promise<CompleteResult> {
  if (ref.type !== 'ref/resource') throw invalid('There are no prompts to complete an argument of');
  const template = listedTemplates(pool.names).find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (template === undefined) {
    const known = listedTemplates(pool.names).map(({ uriTemplate }) => uriTemplate);
    throw invalid(`Unknown resource template: ${ref.uri.slice(0, 200)}. The templates are ${known.join(', ')}`);
  }
  const given = context?.arguments?.['project'];
  const project = given !== undefined && pool.names.includes(given) ? given : null;
  const engine = (): Promise<Engine> => pool.engineFor({ project, path: null }, { writes: false });
  const typed = argument.value;
  let found: Completions;
  if (argument.name === 'project' && pool.names.length > 0) found = namesStarting(pool.names, typed);
  else if (argument.name === 'path' && ref.uri.startsWith(bases.files)) {
    found = await (await engine()).completion.paths(typed, mostValues);
  } else if (argument.name === 'symbol' && ref.uri.startsWith(bases.symbols)) {
    found = await (await engine()).completion.symbols(typed, mostValues);
  } else throw invalid(`The template has no argument ${argument.name.slice(0, 100)}`);
  const { values, total } = found;
  return { completion: { values: [...values], total, hasMore: total > values.length } };
}

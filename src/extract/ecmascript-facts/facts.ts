/**
 * The link facts of a TypeScript or JavaScript file, by one walk over its program.
 * Invariant: never throws on a program that the parser made; what nests deeper than the walk goes is left out.
 */
import type { Program } from 'oxc-parser';
import { FactsWriter } from '../../model/facts-writer.ts';
import { expression } from './expressions.ts';
import { scopeAfter } from './narrowing.ts';
import { statement } from './statements.ts';
import { typeOf } from './types.ts';
import type { LinkFacts } from '../../model/link-facts.ts';
import type { Places } from '../ecmascript-places.ts';
import { type Collector, collectStatements } from './collector.ts';

interface FactsInput {
  places: Places;
  program: Program;
  /** Places of the file's definitions, in their order. */
  definitions: readonly { line: number; column: number }[];
}

export function collectFacts({ places, program, definitions }: FactsInput): LinkFacts {
  const writer = new FactsWriter();
  writer.declaresByAssigning = true;
  const collector: Collector = {
    writer,
    places,
    walkers: { expression, type: typeOf, statement, after: scopeAfter },
    classEntity: -1,
    returns: null,
    yields: null,
    depth: 0,
    primitiveNodes: new Map(),
  };
  const { body } = program;
  writer.global = !body.some(
    ({ type }) => type.startsWith('Export') || type.startsWith('Import') || type === 'TSExportAssignment',
  );
  collectStatements(collector, body, 0);
  return writer.finish(definitions);
}

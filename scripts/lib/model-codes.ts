/**
 * Writes the numbers of the model (src/model) for the module of ECMAScript trees, which cannot import it: those of link facts, and the kinds of
 * definitions. There, the name of each constant begins with that of its table (`ops.call` is `opCall`).
 */
import { assignmentWidth, maxAlternatives } from '../../src/model/assignments.ts';
import { definitionKinds } from '../../src/model/definition.ts';
import * as facts from '../../src/model/link-facts.ts';

const tables: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  scope: { ...facts.scopeKinds, width: facts.scopeWidth },
  kind: facts.entityKinds,
  flag: facts.entityFlags,
  field: facts.entityFields,
  entity: { width: facts.entityWidth },
  heritage: facts.heritage,
  op: facts.ops,
  primitive: facts.primitives,
  form: facts.exportForms,
  export: { width: facts.exportWidth },
  site: { ...facts.siteKinds, width: facts.siteWidth },
  assignment: { width: assignmentWidth },
  max: { alternatives: maxAlternatives },
};

const blanks = { blankEntity: facts.blankEntity, blankImport: facts.blankImport };

function capital(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

/** A file of the module. */
export function modelCodes(): string {
  const constants = Object.entries(tables).flatMap(([table, numbers]) =>
    Object.entries(numbers).map(([name, number]) => `export const ${table}${capital(name)}: i32 = ${number};`),
  );
  const records = Object.entries(blanks).map(
    ([name, record]) => `export const ${name}: usize = memory.data<i32>([${record.join(', ')}]);`,
  );
  const kinds = definitionKinds.map((kind) => `  ${capital(kind)},`);
  return [
    '/** Written by the build (scripts/lib/model-codes.ts) from src/model, which says what the numbers mean. */',
    ...constants,
    ...records,
    `/** Kinds of definitions. */\nexport const enum Kind {\n${kinds.join('\n')}\n}`,
    '',
  ].join('\n');
}

/**
 * Writes the constants that the module of ECMAScript trees shares with the program but cannot import: the codes of file
 * summaries and the kinds of definitions (src/model), and the names by which components are recognised. A constant's
 * name begins with that of its table (`ops.call` is `opCall`).
 */
import * as components from '../../src/languages/javascript/component-names.ts';
import { assignmentWidth, maxAlternatives } from '../../src/model/assignments.ts';
import { definitionKinds } from '../../src/model/definition.ts';
import * as summary from '../../src/model/file-summary.ts';

const tables: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  scope: { ...summary.scopeKinds, width: summary.scopeWidth },
  kind: summary.entityKinds,
  flag: summary.entityFlags,
  field: summary.entityFields,
  entity: { width: summary.entityWidth },
  heritage: summary.heritage,
  op: summary.ops,
  primitive: summary.primitives,
  form: summary.exportForms,
  export: { width: summary.exportWidth },
  site: { ...summary.siteKinds, width: summary.siteWidth },
  assignment: { width: assignmentWidth },
  max: { alternatives: maxAlternatives },
};

const blanks = { blankEntity: summary.blankEntity, blankImport: summary.blankImport };

function capitalised(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

/** The text of src/kernels/ecmascript/generated/codes.ts. */
export function modelCodes(): string {
  const constants = Object.entries(tables).flatMap(([table, numbers]) =>
    Object.entries(numbers).map(([name, number]) => `export const ${table}${capitalised(name)}: i32 = ${number};`),
  );
  const records = Object.entries(blanks).map(
    ([name, record]) => `export const ${name}: usize = memory.data<i32>([${record.join(', ')}]);`,
  );
  const kinds = definitionKinds.map((kind) => `  ${capitalised(kind)},`);
  return [
    '/** Written by the build (scripts/lib/shared-constants.ts) from src/model, which defines the numbers. */',
    ...constants,
    ...records,
    `/** Kinds of definitions. */\nexport const enum Kind {\n${kinds.join('\n')}\n}`,
    '',
  ].join('\n');
}

function membershipTest(name: string, words: readonly string[]): string {
  const conditions = words.map((word) => `is(name, '${word}')`);
  return `export function ${name}(name: Text): bool {\n  return ${conditions.join(' || ')};\n}`;
}

/** The text of src/kernels/ecmascript/generated/component-names.ts. */
export function componentNames(): string {
  return [
    '/** Written by the build (scripts/lib/shared-constants.ts) from src/languages/javascript/component-names.ts. */',
    "import { is, Text } from '../texts';",
    membershipTest('isElementMaker', components.elementMakers),
    membershipTest('isWrapper', components.componentWrappers),
    membershipTest('isComponentBase', components.componentClasses),
    `export const wrapperPrefix = '${components.wrapperPrefix}';`,
    `export const styledName = '${components.styledName}';`,
    '',
  ].join('\n');
}

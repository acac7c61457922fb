/**
 * Recovers definitions that the parser for broken files has lost, from the lines of the text.
 * Invariant: definitions stay in the order of their start; references and the file summary still refer to the same definitions.
 */
import type { Language } from '../../languages/language.ts';
import type { Definition } from '../../model/definition.ts';
import type { Extraction } from '../../model/extraction.ts';
import { entityFields, entityWidth } from '../../model/file-summary.ts';
import { extractByLines } from '../lines/line-extractor.ts';

/** Adds to `extraction` the definitions of `text` that it lacks. */
export function salvage(language: Language, text: string, extraction: Extraction): void {
  const presentKeys = new Set(extraction.definitions.map(keyOf));
  const missing = extractByLines(language, text).definitions.filter(
    // A method without a container is left out: it belongs to some object deep in an expression.
    (one) => !presentKeys.has(keyOf(one)) && (one.kind !== 'method' || one.container !== null),
  );
  if (missing.length === 0) return;
  const merged: { definition: Definition; index: number }[] = [];
  extraction.definitions.forEach((definition, index) => merged.push({ definition, index }));
  for (const definition of missing)
    merged.push({ definition: { ...definition, ...exportedBy(extraction, definition) }, index: -1 });
  merged.sort((a, b) => compareStarts(a.definition, b.definition));
  const newIndexes = new Int32Array(extraction.definitions.length);
  merged.forEach(({ index }, at) => {
    if (index !== -1) newIndexes[index] = at;
  });
  extraction.definitions = merged.map(({ definition }) => definition);
  for (const reference of extraction.references) {
    if (reference.container !== -1) reference.container = newIndexes[reference.container]!;
  }
  const entities = extraction.summary?.entities ?? [];
  for (let at: number = entityFields.definition; at < entities.length; at += entityWidth) {
    if (entities[at] !== -1) entities[at] = newIndexes[entities[at]!]!;
  }
}

function keyOf({ line, name }: Definition): string {
  return `${line} ${name}`;
}

/** A member is exported only if its container is. */
function exportedBy({ definitions }: Extraction, { container, exported }: Definition): { exported: boolean } {
  if (container === null) return { exported };
  const owner = definitions.find(
    ({ name, container: outer }) => container === (outer === null ? name : `${outer}.${name}`),
  );
  return { exported: exported && owner?.exported === true };
}

function compareStarts(a: Definition, b: Definition): number {
  return (
    a.startLine - b.startLine || a.startColumn - b.startColumn || b.endLine - a.endLine || b.endColumn - a.endColumn
  );
}

/** Which of the file's definitions an entity is: one that stands in the same place. */
import { take } from '../memory';
import { entityWidth, fieldColumn, fieldDefinition, fieldLine } from './codes';
import { NumberMap } from './number-map';
import { writer } from './writer';

/** Bytes of a definition's place: line, column. */
const placeBytes: usize = 8;

/** @param places of the file's definitions, in their order: pairs of line and column */
export function nameDefinitions(places: usize, count: i32): void {
  if (count === 0) return;
  const definitions = NumberMap.of(powerOfTwo(count));
  const lineCount = lastLine(places, count) + 1;
  // Most entities stand on lines without a definition: they need no look-up.
  const lines = take(<usize>lineCount);
  memory.fill(lines, 0, <usize>lineCount);
  for (let at = 0; at < count; at++) {
    const place = places + <usize>at * placeBytes;
    const line = load<i32>(place);
    store<u8>(lines + <usize>line, 1);
    definitions.set(placeKey(line, load<i32>(place, 4)), at);
  }
  const entities = writer.entities;
  for (let at = 0; at < entities.length; at += entityWidth) {
    const line = entities.get(at + fieldLine);
    if (line >= lineCount || load<u8>(lines + <usize>line) === 0) continue;
    const definition = definitions.get(placeKey(line, entities.get(at + fieldColumn)));
    if (definition !== -1) entities.set(at + fieldDefinition, definition);
  }
}

function lastLine(places: usize, count: i32): i32 {
  let last = 0;
  for (let at = 0; at < count; at++) last = max(last, load<i32>(places + <usize>at * placeBytes));
  return last;
}

function powerOfTwo(atLeast: i32): i32 {
  let power = 1;
  while (power < atLeast) power <<= 1;
  return power;
}

function placeKey(line: i32, column: i32): i64 {
  return <i64>line * 1_000_000 + <i64>column;
}

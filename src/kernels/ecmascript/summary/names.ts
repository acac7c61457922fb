/** Lists of the names that a declaration declares, as addresses of texts. */
import { Ints } from '../ints';
import { Text } from '../texts';

export function addName(names: Ints, name: Text): void {
  names.push(<i32>changetype<usize>(name));
}

export function nameAt(names: Ints, index: i32): Text {
  return changetype<Text>(<usize>names.get(index));
}

export function noNames(): Ints {
  return Ints.of(0);
}

export function oneName(name: Text): Ints {
  const names = Ints.of(1);
  addName(names, name);
  return names;
}

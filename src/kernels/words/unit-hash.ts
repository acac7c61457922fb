/**
 * The hash by which words are distinguished while they are counted. It has 64 bits, and reads four UTF-16 units at once. The index does not contain
 * this hash: its hashes (`wordHash`) come from the host.
 */
const seed: u64 = 0x9e3779b97f4a7c15;
const factor: u64 = 0xd6e8feb86659fd93;

function mixed(hash: u64, units: u64): u64 {
  const product = (hash ^ units) * factor;
  return product ^ (product >> 32);
}

/** The units of a text with fewer than four, in one number. */
function fewUnits(text: usize, length: i32): u64 {
  let units: u64 = length > 0 ? <u64>load<u16>(text) : 0;
  if (length > 1) units |= (<u64>load<u16>(text, 2)) << 16;
  if (length > 2) units |= (<u64>load<u16>(text, 4)) << 32;
  return units;
}

/** The hash of `length` UTF-16 units. */
export function unitHash(text: usize, length: i32): u64 {
  let hash = seed ^ (<u64>length * factor);
  if (length < 4) return mixed(mixed(hash, fewUnits(text, length)), 0);
  const last = text + ((<usize>(length - 4)) << 1);
  for (let at = text; at < last; at += 8) hash = mixed(hash, load<u64>(at));
  return mixed(mixed(hash, load<u64>(last)), 0);
}

/** Numbers of variable length, as `util/varint.ts` has them: seven bits a byte, low bits first. */

/** Puts a number, and gives where it ends. */
export function put(to: usize, value: u64): usize {
  let at = to;
  let rest = value;
  for (; rest > 127; rest >>>= 7) store<u8>(at++, <u8>rest | 128);
  store<u8>(at, <u8>rest);
  return at + 1;
}

/** A number of either sign, small ones in few bytes. */
export function putSigned(to: usize, value: i64): usize {
  return put(to, zigzag(value));
}

export function zigzag(value: i64): u64 {
  return <u64>((value << 1) ^ (value >> 63));
}

export function unzigzag(written: u64): i64 {
  return <i64>(written >>> 1) ^ -(<i64>(written & 1));
}

/** Where `take` reads next, and where it has to end. */
let at: usize = 0;
let end: usize = 0;
/** Something did not fit; what was read from there on means nothing. */
export let isBroken: bool = false;

export function openSource(from: usize, to: usize): void {
  at = from;
  end = to;
  isBroken = false;
}

export function place(): usize {
  return at;
}

/** How many bytes are left. */
export function left(): usize {
  return end - at;
}

export function refuse(): void {
  isBroken = true;
}

export function skip(bytes: u64): void {
  if (bytes > <u64>left()) refuse();
  else at += <usize>bytes;
}

/** The next number; 0 where it runs past the end. */
export function take(): u64 {
  const value = takeFrom(at, end);
  at = next;
  return value;
}

/** Behind what `takeFrom` has read. */
export let next: usize = 0;

/** More bits than any number has. */
const mostBits: u64 = 56;

/** The number at an address. */
export function takeFrom(from: usize, to: usize): u64 {
  let reading = from;
  let value: u64 = 0;
  for (let shift: u64 = 0; reading < to && shift < mostBits; shift += 7) {
    const byte = load<u8>(reading++);
    value |= (<u64>(byte & 127)) << shift;
    if (byte < 128) {
      next = reading;
      return value;
    }
  }
  isBroken = true;
  next = to;
  return 0;
}

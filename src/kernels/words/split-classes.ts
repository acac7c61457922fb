/** Classes of characters, by which encoded data is recognised. */

/** 0 separator, 1 lower case, 2 upper case, 3 digit. */
export function splitClass(code: i32): i32 {
  if (code >= 0x61 && code <= 0x7a) return 1;
  if (code >= 0x41 && code <= 0x5a) return 2;
  return code >= 0x30 && code <= 0x39 ? 3 : 0;
}

/** Whether a digit follows a letter, a letter follows a digit, or a capital follows a small letter. */
export function turnsInto(previous: i32, current: i32): bool {
  return (current === 3) !== (previous === 3) || (current === 2 && previous === 1);
}

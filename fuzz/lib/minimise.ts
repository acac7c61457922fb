/** Makes an input smaller as long as it still fails. */

/** Cuts of the parts of an input, from halves down to single parts; keeps each cut after which the input still fails. */
async function withoutParts<Part>(
  parts: readonly Part[],
  fails: (parts: readonly Part[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<readonly Part[]> {
  let kept = parts;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length && !isOver();) {
      const shorter = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (shorter.length > 0 && (await fails(shorter))) kept = shorter;
      else at += size;
    }
  }
  return kept;
}

/**
 * A smaller input that fails too: first by lines, then by bytes.
 * @param isOver whether to stop with the smallest so far
 */
export async function minimise(
  bytes: Uint8Array,
  fails: (bytes: Uint8Array) => Promise<boolean>,
  isOver: () => boolean,
): Promise<Uint8Array> {
  const lines: Buffer[] = [];
  const whole = Buffer.from(bytes);
  for (let from = 0; from < whole.length;) {
    const end = whole.indexOf(0x0a, from);
    const to = end === -1 ? whole.length : end + 1;
    lines.push(whole.subarray(from, to));
    from = to;
  }
  const fewer = await withoutParts(lines, (some) => fails(Buffer.concat(some)), isOver);
  const left = await withoutParts([...Buffer.concat(fewer)], (some) => fails(Uint8Array.from(some)), isOver);
  return Uint8Array.from(left);
}

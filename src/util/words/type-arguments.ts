/** Type arguments as most languages write them: `Map<K, List<V>>`. */

/** A type, a path or a list of parameters without type arguments. What is not closed, or not opened, stays. */
export function withoutTypeArguments(text: string): string {
  if (!text.includes('<')) return text;
  const kept: string[] = [];
  const opened: number[] = [];
  for (const part of text.split(/([<>])/)) {
    const start = part === '>' ? opened.pop() : undefined;
    if (start !== undefined) kept.length = start;
    else if (part === '<') opened.push(kept.push(part) - 1);
    else kept.push(part);
  }
  return kept.join('');
}

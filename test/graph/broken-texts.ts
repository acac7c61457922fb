/**
 * Texts that are not valid programs: parts of a sample in random order, and deep nesting.
 * Invariant: the texts are the same each time.
 */

/** Cuts a sample at arbitrary places and joins some of the parts in another order. */
export function brokenTexts(sample: string): string[] {
  const texts: string[] = [
    '',
    '\u0000',
    '\uFEFF',
    '{',
    '}',
    ')',
    '((((',
    '<<<<',
    '"',
    "'",
    '::',
    '->',
    '\\',
    '#',
    '@',
    '$',
  ];
  const length = sample.length;
  for (let part = 1; part < 24; part++) {
    const at = Math.floor((length * part) / 24);
    texts.push(sample.slice(0, at), sample.slice(at), sample.slice(at) + sample.slice(0, at));
    texts.push(sample.slice(0, at) + sample.slice(at + part));
  }
  const lines = sample.split('\n');
  texts.push(lines.toReversed().join('\n'), lines.filter((_, index) => index % 3 !== 0).join('\n'));
  for (const mark of '(){};:,<>=*&."') texts.push(sample.replaceAll(mark, ''), sample.replaceAll(mark, mark + mark));
  texts.push(sample.replace(/\b[a-z_]\w{2,}\b/g, '__proto__'), sample.replace(/\b[A-Z]\w{2,}\b/g, 'constructor'));
  return texts;
}

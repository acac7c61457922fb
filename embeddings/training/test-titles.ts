/**
 * Pairs of a test's title and its body. Titles are strings in calls (`it('adds two', …)`) or names (`test_adds_two`).
 */
import type { Extraction } from '../../src/model/extraction.ts';
import type { TextPair } from './pair-texts.ts';

const titled =
  /^\s*(?:it|test|describe|context|specify|scenario|feature|should)(?:\.\w+)*\s*[( ]\s*(['"`])((?:(?!\1).){8,200})\1/;
const named = /^(?:test|Test|Benchmark|should|it)[_A-Z]\w+|^\w+_test$|^\w+Test$/;
const minWords = 3;
const maxLines = 30;
const maxPassage = 3000;

function words(text: string): number {
  return text.match(/[A-Z]?[\p{Ll}\p{N}]{2,}|\p{Lu}{2,}/gu)?.length ?? 0;
}

/** Lines after the title that are indented more than it. */
function indentedBelow(lines: readonly string[], at: number): string {
  const depth = lines[at]!.search(/\S/);
  let end = at + 1;
  while (end < lines.length && end < at + maxLines && (lines[end]!.trim() === '' || lines[end]!.search(/\S/) > depth))
    end++;
  return lines
    .slice(at + 1, end)
    .join('\n')
    .slice(0, maxPassage);
}

export function testPairs(path: string, lines: readonly string[], extraction: Extraction): TextPair[] {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const pairs: TextPair[] = [];
  for (const [at, line] of lines.entries()) {
    const title = line.length > 300 ? undefined : titled.exec(line)?.[2];
    if (title === undefined || words(title) < minWords) continue;
    const body = indentedBelow(lines, at);
    if (words(body) >= 4) pairs.push({ kind: 'test', query: title, passage: `${file}\n${body}` });
  }
  for (const { name, kind, startLine, endLine } of extraction.definitions) {
    if ((kind !== 'function' && kind !== 'method') || !named.test(name) || words(name) < minWords) continue;
    const body = lines.slice(startLine - 1, Math.min(endLine, startLine + maxLines)).join('\n');
    const passage = body.replaceAll(name, ' ').slice(0, maxPassage);
    if (words(passage) >= 4)
      pairs.push({ kind: 'test', query: name.replace(/^test/i, ''), passage: `${file}\n${passage}` });
  }
  return pairs;
}

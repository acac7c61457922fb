/**
 * Constant work with which the check compares the stages: a fixed text is hashed, split into words and counted, and
 * parsed.
 * Invariant: it uses no code of the product and no file.
 */
import { hash } from 'node:crypto';
import { parseSync } from 'oxc-parser';

const functions = 600;

function fixedText(): string {
  const lines: string[] = [];
  for (let at = 0; at < functions; at++) {
    const name = `step${at}Of${(at * 7919) % 101}`;
    lines.push(`/** Adds what ${name} is told to. */`);
    lines.push(`export function ${name}(first: number, second: string[]): string {`);
    lines.push(`  const joined = second.map((one) => one.trim() + first * ${at}).join(', ');`);
    lines.push(`  return joined.length > ${at % 80} ? joined.slice(0, ${at % 80}) : '${name}';`, '}', '');
  }
  return lines.join('\n');
}

function countWords(text: string): number {
  const counts = new Map<string, number>();
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const inWord = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
    if (inWord && start === -1) start = at;
    if (inWord || start === -1) continue;
    const word = text.slice(start, at).toLowerCase();
    counts.set(word, (counts.get(word) ?? 0) + 1);
    start = -1;
  }
  return [...counts.keys()].sort().length;
}

/** Gives a function that does the same work each time. */
export function prepareReference(): () => void {
  const text = fixedText();
  const bytes = Buffer.from(text);
  return () => {
    for (let round = 0; round < 10; round++) hash('sha256', bytes, 'hex');
    countWords(text);
    // The tree is transferred as JSON, which works the same way on every platform.
    if (parseSync('reference.ts', text).program.body.length === 0) throw new Error('the reference text does not parse');
  };
}

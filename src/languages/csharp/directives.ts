/** Texts without `#if` and its kin, for files in which these stand where the grammar does not expect them: within a list, a member, an expression. */
import type { Reading } from '../language.ts';

const directive = /^[ \t]*#[ \t]*(if|elif|else|endif)\b[ \t]*(.*)/;

/** All branches without the directives, then of each condition the first branch alone, or the second where the first is never taken. */
export function readingsWithoutDirectives(text: string): Reading[] {
  const lines = text.split(/(?<=\n)/);
  if (!lines.some((line) => directive.test(line))) return [];
  const all = lines.map((line) => (directive.test(line) ? blank(line) : line)).join('');
  return [{ text: all, leftOutAt: null }, firstBranches(lines)];
}

function blank(line: string): string {
  return line.replace(/[^\r\n]/g, ' ');
}

function firstBranches(lines: readonly string[]): Reading {
  const open: { isTaken: boolean; wasTaken: boolean }[] = [];
  let leftOutAt: number | null = null;
  const kept = lines.map((line, index) => {
    const [, word, condition = ''] = directive.exec(line) ?? [];
    const last = open.at(-1);
    if (word === 'if') {
      const isTaken = !/^false\b/.test(condition);
      open.push({ isTaken, wasTaken: isTaken });
    } else if (word === 'endif') {
      open.pop();
    } else if (word !== undefined && last !== undefined) {
      last.isTaken = !last.wasTaken;
      last.wasTaken = true;
    }
    const isKept = word === undefined && open.every(({ isTaken }) => isTaken);
    if (!isKept && word === undefined) leftOutAt ??= index + 1;
    return isKept ? line : blank(line);
  });
  return { text: kept.join(''), leftOutAt };
}

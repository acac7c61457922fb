import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diff-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is what git applies', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
  const text = fc
    .tuple(lines, fc.boolean())
    .map(([list, closed]) => list.join('\n') + (closed && list.length > 0 ? '\n' : ''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after && before !== '' && after !== '');
      writeFileSync(join(folder, 'f'), before);
      const [, , ...hunk] = unifiedDiff('f', before, after);
      const patch = `${['--- a/f', '+++ b/f', ...hunk].join('\n')}\n`;
      execFileSync('git', ['apply', '--unidiff-zero', '--whitespace=nowarn', '-'], { cwd: folder, input: patch });
      expect(readFileSync(join(folder, 'f'), 'utf8')).toBe(after);
    }),
    { numRuns: 30 },
  );
});

it('names added and removed lines', () => {
  expect(unifiedDiff('/x', null, 'a\n')).toEqual(['--- /dev/null', '+++ /x', '@@ -0,0 +1,1 @@', '+a']);
  expect(unifiedDiff('/x', 'a\n', null)).toEqual(['--- /x', '+++ /dev/null', '@@ -1,1 +0,0 @@', '-a']);
  expect(unifiedDiff('/x', 'a', 'a')).toEqual([]);
});

it('shows of a long line what differs', () => {
  const before = `{"long": "${'x'.repeat(5000)}", "b": 1}`;
  const after = before.replace('"b": 1', '"b": 1, "code-scout": {}');
  const [removed, , added] = unifiedDiff('/x', before, after).slice(3);
  expect(added).toContain('"b": 1, "code-scout": {}}');
  expect(added).toContain('characters not shown');
  expect(removed!.length).toBeLessThan(500);
});

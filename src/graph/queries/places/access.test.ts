import { describe, expect, it } from 'vitest';
import type { LinkKind } from '../../../model/link.ts';
import { accessOf, surroundings } from './access.ts';

/** The access of the name that begins at the mark. */
function accessIn(marked: string, kind: LinkKind): string | null {
  return accessOf(kind, surroundings(marked.replace('‹', ''), marked.indexOf('‹') + 1));
}

describe('how a place uses a value', () => {
  it.each<[text: string, kind: LinkKind, access: string | null]>([
    ['this.‹size = 3;', 'write', 'write'],
    ['this.‹size += 3;', 'write', 'both'],
    ['s.‹side++', 'write', 'both'],
    ['other.‹side++', 'read', 'both'],
    ['--this.‹side;', 'read', 'both'],
    ['i - -this.‹side', 'read', 'read'],
    ['$this->‹side .= "x";', 'write', 'both'],
    ['a.‹b ??= 1', 'write', 'both'],
    ['x.‹mask &^= 2', 'write', 'both'],
    ['Point(‹x=1)', 'write', 'write'],
    ['self.‹size = 3', 'call', 'write'],
    ['  ‹generator = () => 1,', 'read', 'read'],
    ['if (a.‹b == 2)', 'read', 'read'],
    ['a.‹b === 2', 'read', 'read'],
    ['Some => a.‹b => 1', 'read', 'read'],
    ['a.‹b >= 2', 'read', 'read'],
    ['const { ‹size = 1 } = options', 'read', 'read'],
    ['M(out ‹side, ref other)', 'read', 'write'],
    ['M(out side, ref ‹other)', 'read', 'both'],
    [`${'(--('.repeat(250_000)}!‹a`, 'read', 'read'],
    ['return this.‹size;', 'read', 'read'],
    ['f(this.‹size)', 'pass', 'read'],
    ['import { ‹size } from "a"', 'import', null],
    ['let a: ‹Size = 1', 'type', null],
  ])('%.80s (%s)', (text, kind, access) => {
    expect(accessIn(text, kind)).toBe(access);
  });
});

import { expect, it } from 'vitest';
import { areasOf, memoryByKind } from './memory-kinds.ts';

const listing = `7f0000000000-7f0000100000 rw-p 00000000 00:00 0
Size:               1024 kB
Rss:                 512 kB
Pss:                 512 kB
VmFlags: rd wr mr mw me ac
7f0100000000-7f0280000000 rw-p 00000000 00:00 0 
Rss:              707584 kB
7f0300000000-7f0300001000 ---p 00000000 00:00 0
Rss:                   0 kB
7f0400000000-7f0400100000 r--p 00000000 08:01 77                         /usr/bin/node
Rss:                   4 kB
5500000000-5500200000 rw-p 00000000 00:00 0                              [heap]
Rss:                2048 kB
`;

it('tells the resident areas of a process, the largest first', () => {
  expect(areasOf(listing)).toEqual([
    { size: 6144 * 1024 ** 2, resident: 691 * 1024 ** 2, name: '' },
    { size: 2 * 1024 ** 2, resident: 2 * 1024 ** 2, name: '[heap]' },
    { size: 1024 ** 2, resident: 512 * 1024, name: '' },
    { size: 1024 ** 2, resident: 4 * 1024, name: 'node' },
  ]);
});

it('says what there was before the inputs', () => {
  const mb = 1024 ** 2;
  const before = { rss: 300 * mb, heapTotal: 100 * mb, heapUsed: 50 * mb, external: 20 * mb, arrayBuffers: mb };
  expect(memoryByKind(before)).toMatch(/^before these inputs 300 MB, of which 100 MB in V8's heap, and 20 MB /);
});

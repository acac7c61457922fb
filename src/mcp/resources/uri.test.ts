import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUri, resourceUri } from './uri.ts';

describe('addresses of resources', () => {
  it.each([
    ['codebase://files', 'codebase://files', '', {}],
    ['codebase://files?cursor=abc', 'codebase://files', '', { cursor: 'abc' }],
    [
      'codebase://files/src/a%20b.ts?start_line=3&project=x%2Fy',
      'codebase://files',
      'src/a b.ts',
      { start_line: '3', project: 'x/y' },
    ],
    ['codebase://symbols/src/app.ts%23App.run', 'codebase://symbols', 'src/app.ts#App.run', {}],
    ['codebase://files/pages/[id].tsx', 'codebase://files', 'pages/[id].tsx', {}],
  ])('%s', (uri, base, path, query) => {
    const read = readUri(uri);
    expect([read?.base, read?.path, Object.fromEntries(read?.query ?? [])]).toEqual([base, path, query]);
  });

  it.each(['', 'codebase', 'codebase:files', 'codebase://files/%E0%A4%A', 'file:///etc/passwd x', 'codebase://fi les'])(
    '%j is none, or none of ours',
    (uri) => {
      const read = readUri(uri);
      expect(read === null || !read.base.startsWith('codebase://files')).toBe(true);
    },
  );

  it('are read back as they were made', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' }), (path, value) => {
        const read = readUri(resourceUri('codebase://files', path, { cursor: value, none: null }));
        expect([read?.path, read?.query.get('cursor'), read?.query.get('none')]).toEqual([path, value, null]);
      }),
    );
  });
});

import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namedRoots } from './named-roots.ts';

describe('names of projects', () => {
  it.each([
    [
      ['/srv/api', '/srv/web'],
      ['api', 'web'],
    ],
    [
      ['/a/api', '/b/api', '/b/web'],
      ['a/api', 'b/api', 'web'],
    ],
    [
      ['/x/a/api', '/y/a/api'],
      ['x/a/api', 'y/a/api'],
    ],
    // One that holds the other: the shorter has no more parts to give.
    [
      ['/api', '/x/api'],
      ['api', 'x/api'],
    ],
    [
      ['/a/API', '/b/api'],
      ['a/API', 'b/api'],
    ],
    [
      ['/w/pro\nject, "x"', '/w/other'],
      ['pro-ject- -x-', 'other'],
    ],
    [
      ['/w/a\tb', '/w/a\nb'],
      ['a-b', 'a-b-2'],
    ],
    // No path of one could be taken for a path of the other.
    [
      ['/w/a', '/a/api', '/b/api'],
      ['a', 'a-api', 'b/api'],
    ],
    [
      ['/', '/w'],
      ['root', 'w'],
    ],
    [
      ['/w/größe', '/w/数据'],
      ['größe', '数据'],
    ],
  ])('%j', (roots, names) => {
    const native = roots.map((root) => root.replaceAll('/', sep));
    expect(namedRoots(native).map(({ name }) => name)).toEqual(names);
  });
});

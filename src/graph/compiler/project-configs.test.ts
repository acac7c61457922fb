import { describe, expect, it } from 'vitest';
import { assignFiles } from './project-configs.ts';

describe('assignFiles', () => {
  const all = ['a.ts', 'p/x.ts', 'p/y.ts', 'q/z.ts'];
  it.each<[string, [config: string, files: string[]][], Record<string, string[]>]>([
    ['no configuration lists it', [['tsconfig.json', []]], {}],
    [
      'the nearest configuration above',
      [
        ['tsconfig.json', all],
        ['p/tsconfig.json', ['p/x.ts']],
      ],
      { 'tsconfig.json': ['a.ts', 'p/y.ts', 'q/z.ts'], 'p/tsconfig.json': ['p/x.ts'] },
    ],
    [
      'one above before one beside',
      [
        ['p/tsconfig.json', ['q/z.ts']],
        ['tsconfig.json', ['q/z.ts']],
      ],
      { 'tsconfig.json': ['q/z.ts'] },
    ],
    ['one beside where none is above', [['p/tsconfig.json', ['q/z.ts']]], { 'p/tsconfig.json': ['q/z.ts'] }],
    [
      'the plain name',
      [
        ['p/tsconfig.base.json', ['p/x.ts']],
        ['p/tsconfig.json', ['p/x.ts']],
        ['p/tsconfig.a.json', ['p/x.ts']],
      ],
      { 'p/tsconfig.json': ['p/x.ts'] },
    ],
    [
      'else the first by name',
      [
        ['p/tsconfig.b.json', ['p/x.ts']],
        ['p/tsconfig.a.json', ['p/x.ts']],
      ],
      { 'p/tsconfig.a.json': ['p/x.ts'] },
    ],
    ['only wanted files', [['tsconfig.json', ['other.ts', 'constructor', 'a.ts']]], { 'tsconfig.json': ['a.ts'] }],
  ])('%s', (_, configs, expected) => {
    const assigned = assignFiles(
      new Set(all),
      configs.map(([config, files]) => ({ config, files })),
    );
    expect(Object.fromEntries(assigned)).toEqual(expected);
  });

  it('lists the configuration with most files first', () => {
    const assigned = assignFiles(new Set(all), [
      { config: 'q/tsconfig.json', files: ['q/z.ts'] },
      { config: 'p/tsconfig.json', files: ['p/x.ts', 'p/y.ts'] },
    ]);
    expect([...assigned.keys()]).toEqual(['p/tsconfig.json', 'q/tsconfig.json']);
  });
});

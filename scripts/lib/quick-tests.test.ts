import { describe, expect, it } from 'vitest';
import { nearestTests } from './quick-tests.ts';

const many = Array.from({ length: 30 }, (_, at) => `test/e2e/t${String(at).padStart(2, '0')}.test.ts`);

describe('the tests of the quick check', () => {
  it('are the nearest of those that a change reaches, whole programs last', () => {
    const reached = [
      ...[
        'test/e2e/cli.test.ts',
        'src/engine/engine.test.ts',
        'src/util/words/words.test.ts',
        'src/util/clock.test.ts',
      ],
      ...['src/util/testing/growth.test.ts', 'src/model/link.test.ts'],
    ];
    expect(nearestTests(reached, ['src/util/clock.ts', 'src/model/link.test.ts'])).toEqual({
      files: [
        ...['src/model/link.test.ts', 'src/util/clock.test.ts', 'src/util/testing/growth.test.ts'],
        ...['src/util/words/words.test.ts', 'src/engine/engine.test.ts', 'test/e2e/cli.test.ts'],
      ],
      left: 0,
    });
  });

  it('are few enough to end soon, and include all that were changed themselves', () => {
    expect(nearestTests(many, ['src/util/clock.ts'])).toEqual({ files: many.slice(0, 15), left: 15 });
    expect(nearestTests(many, many.slice(0, 20))).toEqual({ files: many.slice(0, 20), left: 10 });
    expect(nearestTests([], ['README.md'])).toEqual({ files: [], left: 0 });
  });

  it('include the test that reads a sample or golden file that was changed', () => {
    const changed = ['src/languages/zig/golden/shelf.zig.json', 'scripts/lib/grammars.ts'];
    const { files } = nearestTests(many, changed);
    expect(files[0]).toBe('src/languages/languages.test.ts');
  });
});

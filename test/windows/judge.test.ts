import { describe, expect, it } from 'vitest';
import { judge, type KnownFailure, type Report } from './judge.ts';

const repository = 'Z:/build/code-scout';

function report(...results: [file: string, tests: Record<string, string>, status?: string][]): Report {
  return {
    testResults: results.map(([file, tests, status = 'passed']) => ({
      name: `${repository}/${file}`,
      status,
      message: 'why',
      assertionResults: Object.entries(tests).map(([fullName, outcome]) => ({
        fullName,
        status: outcome,
        failureMessages: outcome === 'failed' ? ['Error: why\n    at line'] : [],
      })),
    })),
  };
}

const known = (test: string, more: Partial<KnownFailure> = {}): KnownFailure => ({
  file: 'a.test.ts',
  test,
  reason: 'no links',
  ...more,
});

describe('judge', () => {
  it('counts, and takes a failure that is known', () => {
    const given = report(['a.test.ts', { one: 'passed', two: 'failed', three: 'pending' }, 'failed']);
    expect(judge(given, [known('two')], { repository, node: '24' })).toEqual({
      passed: 1,
      known: 1,
      skipped: 1,
      wrong: [],
    });
  });

  it.each<[string, Report, KnownFailure[], string[]]>([
    ['a failure that is not known', report(['a.test.ts', { two: 'failed' }]), [], ['a.test.ts › two']],
    ['a known failure that passes', report(['a.test.ts', { two: 'passed' }]), [known('two')], ['a.test.ts › two']],
    ['a failure of another file', report(['b.test.ts', { two: 'failed' }]), [known('two')], ['b.test.ts › two']],
    ['that no test ran', report(), [], ['no test ran']],
    ['a file that does not load', report(['a.test.ts', {}, 'failed']), [], ['a.test.ts › (file)']],
    ['a file known not to load', report(['a.test.ts', {}, 'failed']), [known('(file)')], []],
    ['a beginning', report(['a.test.ts', { 'on link': 'failed', 'on it': 'passed' }]), [known('on *')], []],
    ['a beginning that nothing has', report(['a.test.ts', { two: 'passed' }]), [known('on *')], ['a.test.ts › on *']],
    ['one that may pass', report(['a.test.ts', { two: 'passed' }]), [known('two', { sometimes: true })], []],
    ['one of another Node', report(['a.test.ts', { two: 'passed' }]), [known('two', { nodes: ['22'] })], []],
    ['one of a file that was not run', report(['b.test.ts', { two: 'passed' }]), [known('two')], []],
  ])('says what is wrong: %s', (_, given, list, wrong) => {
    const verdict = judge(given, list, { repository, node: '24' });
    expect(verdict.wrong.map((text) => text.split('\n')[0])).toEqual(wrong);
  });
});

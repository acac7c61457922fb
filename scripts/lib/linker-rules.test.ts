import { describe, expect, it } from 'vitest';
import { dialects } from '../../src/graph/languages/registry.ts';
import { rulesOfOneLanguage } from './boundaries.ts';
import { loneRuleProblems, loneRules, roomProblem } from './linker-rules.ts';

describe('roomProblem', () => {
  it.each([
    ['graph/members/a.ts', 'graph/resolve/b.ts', null],
    ['graph/resolve/a.ts', 'graph/members/b.ts', 'src/graph/resolve may not import src/graph/members/b.ts'],
    ['graph/program/a.ts', 'graph/languages/dialect.ts', 'src/graph/program may not import'],
    ['graph/heritage/a.ts', 'graph/languages/dialect.ts', null],
    ['graph/heritage/a.ts', 'graph/languages/go/types.ts', 'src/graph/heritage may not import'],
    ['graph/run/a.ts', 'graph/languages/registry.ts', null],
    ['graph/links/a.ts', 'graph/languages/registry.ts', 'src/graph/links may not import'],
    ['graph/languages/dialect.ts', 'graph/infer/a.ts', 'src/graph/languages/dialect.ts may not import'],
    ['graph/languages/go/dialect.ts', 'graph/infer/a.ts', null],
    ['graph/infer/a.ts', 'graph/infer/overloads/b.ts', null],
    ['graph/attic/a.ts', 'graph/infer/b.ts', 'src/graph/attic is in no rule'],
    ['engine/a.ts', 'graph/infer/b.ts', null],
  ])('%s -> %s', (from, to, expected) => {
    const problem = roomProblem(from, to);
    if (expected === null) expect(problem).toBeNull();
    else expect(problem).toContain(expected);
  });
});

describe('rules of one language', () => {
  it('are those that are listed', () => {
    expect(loneRules(dialects).toSorted()).toEqual(Object.keys(rulesOfOneLanguage).toSorted());
    expect(loneRuleProblems()).toEqual([]);
  });

  it('are reported when a new one appears, and when one disappears', () => {
    const [first, ...others] = dialects;
    const more = [{ ...first!, starDetail: 'number' as const }, ...others.map((one) => ({ ...one, starDetail: null }))];
    expect(loneRuleProblems(more).join('\n')).toContain('starDetail is set by one language alone');
    expect(loneRuleProblems(more).join('\n')).toContain('7 rules are set by one language alone (at most 6)');
    const fewer = dialects.map((one) => ({ ...one, bindsAtRun: false }));
    expect(loneRuleProblems(fewer).join('\n')).toContain('bindsAtRun is not set by one language alone');
  });
});

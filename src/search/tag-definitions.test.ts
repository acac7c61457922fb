import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DefinitionKind } from '../model/definition.ts';
import { sampleDefinition } from '../store/testing/conformance-samples.ts';
import { packDefinitions, unpackChosen } from '../store/packed/packed-definitions.ts';
import { identifierTerms, splitIdentifier } from '../util/words/words.ts';
import { definitionsFor } from './tag-definitions.ts';

function chosen(tags: string[], definitions: [DefinitionKind, string][]): string[] {
  const bytes = packDefinitions(definitions.map(([kind, name]) => sampleDefinition({ kind, name })));
  return unpackChosen(bytes, definitionsFor(tags, 5)).map(({ kind, name }) => `${kind} ${name}`);
}

describe('the definitions that are shown for tags', () => {
  it('are first those whose names match the tags, and members last', () => {
    const definitions: [DefinitionKind, string][] = [
      ['property', 'size'],
      ['enumMember', 'userRole'],
      ['variable', 'count'],
      ['function', 'findUsers'],
      ['class', 'Other'],
      ['property', 'left'],
    ];
    const shown = ['function findUsers', 'enumMember userRole', 'variable count', 'class Other', 'property size'];
    expect(chosen(['user'], definitions)).toEqual(shown);
  });

  it('begin with the exact name that is asked for', () => {
    const definitions: [DefinitionKind, string][] = [
      ['function', 'getPodList'],
      ['function', 'pod_list'],
      ['method', 'PodList'],
    ];
    expect(chosen(['podList', 'get'], definitions)[0]).toBe('function pod_list');
    expect(chosen(['podList', 'get'], definitions)[1]).toBe('method PodList');
  });

  it('match whatever part of a name a tag has', () => {
    const part = fc.constantFrom(
      'get',
      'Get',
      'GET',
      'pod',
      'Pods',
      'v1',
      '64',
      'y',
      'Policy',
      'policies',
      '_',
      '-',
      'ä',
      'tests',
      'Test',
    );
    const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    const tag = fc.constantFrom('get', 'pods', 'policy', 'test', 'get_pod', 'getPolicy', 'v1', 'podv1', '64', 'ä', '');
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1, maxLength: 3 }), name, (tags, one) => {
        const { parts, whole } = identifierTerms(one);
        let expected = 0;
        for (const asked of tags) {
          const of = identifierTerms(asked);
          const terms = new Set(of.whole === null ? of.parts : [...of.parts, of.whole]);
          if (splitIdentifier(asked).join('') === splitIdentifier(one).join('')) expected += 2 * tags.length;
          else if ([...parts, ...(whole === null ? [] : [whole])].some((term) => terms.has(term))) expected += 1;
        }
        const { scoreOf, mayScore } = definitionsFor(tags, 5);
        expect(scoreOf(one)).toBe(expected);
        const bytes = Buffer.from(`Get${one}Pod`);
        const isAscii = /^[\0-\x7f]*$/.test(one);
        if (expected > 0 && isAscii) expect(mayScore(bytes, 3, bytes.length - 3)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

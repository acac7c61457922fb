import { expect, it } from 'vitest';
import { components } from '../languages/components/components.ts';
import { extractComponent } from './component.ts';
import { growthExponent, linear } from '../util/testing/growth.ts';
import type { EmbeddedProgram } from '../languages/language.ts';

it.each<[string, (count: number) => string]>([
  ['methods', (count) => `methods: { ${Array.from({ length: count }, (_, at) => `m${at}() {}`).join(',\n')} }`],
  ['options', (count) => 'methods: { a() {} },\n'.repeat(count)],
])('reads thousands of %s at a cost linear in their number', async (_, inner) => {
  const make = (count: number): [string, EmbeddedProgram] => {
    const text = `<script>export default { ${inner(count)} }</script>`;
    return [text, components.embedded!('a.vue', text)!];
  };
  const read = ([text, program]: [string, EmbeddedProgram]): number =>
    extractComponent(components, { path: 'a.vue', text }, program)?.definitions.length ?? 0;
  expect(read(make(5_000))).toBeGreaterThan(5_000);
  expect(await growthExponent([500, 8_000], make, read)).toBeLessThan(linear);
});

import { expect, it } from 'vitest';
import { components } from '../languages/components/components.ts';
import { extractComponent } from './component.ts';

it('takes thousands of options at a cost that grows with their number', () => {
  const methods = Array.from({ length: 20_000 }, (_, at) => `m${at}() {}`).join(',\n');
  const options = 'methods: { a() {} },\n'.repeat(10_000);
  for (const inner of [`methods: { ${methods} }`, options]) {
    const text = `<script>export default { ${inner} }</script>`;
    const program = components.embedded!('a.vue', text)!;
    const before = process.cpuUsage();
    const found = extractComponent(components, { path: 'a.vue', text }, program);
    expect(found?.definitions.length).toBeGreaterThan(10_000);
    // Microseconds, with some to spare: by the square of their number it takes more than four seconds.
    expect(process.cpuUsage(before).user).toBeLessThan(2_500_000);
  }
});

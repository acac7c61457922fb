/** A shop in a repository with a history: its layers, a circle of imports, and a change that is not committed are known. */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { run } from '../e2e/cli-process.ts';
import { explorerProject } from './projects.ts';

const price = (value: number): string =>
  `import { label } from '../cart/label.ts';\n\nexport interface Priced {\n  price(): number;\n}\n\n` +
  `export class Item implements Priced {\n  price(): number {\n    return ${value};\n  }\n\n  text(): string {\n    return label(this.price());\n  }\n}\n`;

const files = {
  'package.json': '{ "name": "shop", "bin": { "shop": "dist/main.js" }, "main": "src/index.ts" }\n',
  'src/price/price.ts': price(1),
  'src/cart/label.ts': 'export function label(value: number): string {\n  return `${value} euros`;\n}\n',
  'src/cart/cart.ts': `import { Item, type Priced } from '../price/price.ts';

export function total(things: readonly Priced[]): number {
  let sum = 0;
  for (const thing of things) sum += thing.price();
  return sum;
}

export function checkout(): number {
  return total([new Item()]);
}
`,
  'src/shop/shop.ts': `import { checkout } from '../cart/cart.ts';\n\nexport function open(): number {\n  return checkout();\n}\n`,
  'src/main.ts': `import { open } from './shop/shop.ts';\n\nexport function main(): void {\n  console.log(open());\n}\n\nmain();\n`,
  'src/index.ts': `export * from './cart/cart.ts';\nexport { Item } from './price/price.ts';\n`,
  'src/lonely.ts': 'function neverCalled(): number {\n  return 1;\n}\n\nexport const one = 1;\n',
  'test/cart.test.ts': `import { total } from '../src/cart/cart.ts';\n\ntest('nothing costs nothing', () => {\n  expect(total([])).toBe(0);\n});\n`,
};

/** @param options.isChanged whether something is not committed */
export async function structureProject({ isChanged = true } = {}): Promise<string> {
  const project = explorerProject(files);
  const { root } = project;
  const git = (...args: string[]): void => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: dirname(root), GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, env, stdio: 'ignore' });
  };
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'Open the shop');
  project.write({ 'src/price/price.ts': price(2) });
  git('commit', '--quiet', '--all', '-m', 'Raise the price');
  if (isChanged)
    project.write({
      'src/cart/label.ts': 'export function label(value: number): string {\n  return `${value} €`;\n}\n',
    });
  const { code, stderr } = await run(['index'], { cwd: root });
  if (code !== 0) throw new Error(stderr);
  return root;
}

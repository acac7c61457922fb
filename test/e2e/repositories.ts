/** Three small repositories beside each other: a library of prices, a shop that uses it, and a script in another language. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { initRepository } from '../../src/util/testing/init-repository.ts';
import { temporaryFolder } from './fixture-project.ts';

const sources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  prices: {
    'package.json': '{ "name": "@acme/prices", "version": "1.0.0", "main": "src/index.ts" }\n',
    'src/index.ts': "export { roundToCents, priceWithTax } from './round.ts';\n",
    'src/round.ts': `/** Rounds euros to cents. */
export function roundToCents(euros: number): number {
  return Math.round(euros * 100) / 100;
}

export function priceWithTax(euros: number): number {
  return roundToCents(euros * 1.07);
}
`,
  },
  shop: {
    'package.json': '{ "name": "shop", "dependencies": { "@acme/prices": "^1.0.0" } }\n',
    'src/cart.ts': `import { roundToCents } from '@acme/prices';

/** The sum of a cart in euros. */
export function cartTotal(prices: readonly number[]): number {
  return roundToCents(prices.reduce((sum, price) => sum + price, 0));
}
`,
  },
  reports: {
    'pyproject.toml': '[project]\nname = "reports"\n',
    'reports/monthly.py': `def monthly_total(carts):
    """Adds the totals of all carts of a month."""
    return sum(cart.total for cart in carts)
`,
  },
};

export interface Repositories {
  /** The folder that holds them. */
  base: string;
  root: (name: string) => string;
  /** `--root` of each. */
  flags: string[];
  /** A file that lists them. */
  workspace: string;
}

/** Removed when the tests of the file have ended. */
export function threeRepositories(): Repositories {
  const base = temporaryFolder();
  const root = (name: string): string => join(base, name);
  for (const [name, files] of Object.entries(sources)) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root(name), path)), { recursive: true });
      writeFileSync(join(root(name), path), text);
    }
    initRepository(root(name));
  }
  const names = Object.keys(sources);
  const workspace = join(base, 'all.code-workspace');
  const folders = names.map((name) => `    { "path": ${JSON.stringify(name)} },`).join('\n');
  writeFileSync(workspace, `{\n  // as VS Code writes it\n  "folders": [\n${folders}\n  ],\n  "settings": {}\n}\n`);
  return { base, root, flags: names.flatMap((name) => ['--root', root(name)]), workspace };
}

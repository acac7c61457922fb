/** Projects that the explorer shows in tests, indexed. */
import { afterAll } from 'vitest';
import { createProject, run, type TestProject } from '../e2e/cli-process.ts';

/** A shop in which calls, types, tests and imports are known. */
const shop: Record<string, string> = {
  'package.json': '{ "name": "shop" }\n',
  'src/price.ts': `/** Whatever has a price. */
export interface Priced {
  price(): number;
}

/** What a piece costs. */
export class Item implements Priced {
  price(): number {
    return 1;
  }
}
`,
  'src/cart.ts': `import { Item, type Priced } from './price.ts';

/**
 * Adds up the prices of all things.
 *
 * Nothing costs nothing.
 */
export function total(things: readonly Priced[]): number {
  let sum = 0;
  // every thing counts
  for (const thing of things) sum += thing.price();
  return sum;
}

export function checkout(): string {
  const things = [new Item()];
  return \`pay \${total(things)}\`;
}
`,
  'src/main.ts': `import { checkout } from './cart.ts';

export function main(): void {
  console.log(checkout());
}
`,
  'test/cart.test.ts': `import { total } from '../src/cart.ts';

test('nothing costs nothing', () => {
  expect(total([])).toBe(0);
});
`,
  'README.md': '# A shop\n\nIt adds up prices.\n',
};

const made: TestProject[] = [];
afterAll(() => made.forEach(({ remove }) => remove()));

/** The project is removed after the tests of the file. */
export function explorerProject(files: Record<string, string>): TestProject {
  const project = createProject(files);
  made.push(project);
  return project;
}

async function indexed(files: Record<string, string>): Promise<string> {
  const { root } = explorerProject(files);
  const { code, stderr } = await run(['index'], { cwd: root });
  if (code !== 0) throw new Error(stderr);
  return root;
}

export function shopProject(): Promise<string> {
  return indexed(shop);
}

/** A file of twenty thousand lines, and a function that more symbols call than a side shows. */
export function largeProject(): Promise<string> {
  const callers = Array.from(
    { length: 60 },
    (_, at) => `export function caller${at}() {\n  return popular(${at});\n}\n`,
  );
  const files = Object.fromEntries(
    callers.map((text, at) => [
      `src/callers-${at % 30}/caller${at}.ts`,
      `import { popular } from '../popular.ts';\n${text}`,
    ]),
  );
  const lines = Array.from({ length: 20_000 }, (_, at) => `export const value${at} = ${at}; // line ${at + 1}`);
  return indexed({
    'package.json': '{ "name": "large" }\n',
    'src/popular.ts': 'export function popular(value: number) {\n  return value;\n}\n',
    'src/long.ts': `${lines.join('\n')}\n`,
    ...files,
  });
}

export const hostileMarkup = '<img src=x onerror=alert(1)><script>alert(1)</script>';
/** Turns the order of the letters behind it. */
const rightToLeft = '\u202E';

/** Names and contents that would do harm where they were taken for markup, would not fit, or would be read in another order than they run. */
export function hostileProject(): Promise<string> {
  const longName = `long_${'x'.repeat(10_000)}`;
  return indexed({
    'package.json': `{ "name": ${JSON.stringify(hostileMarkup)} }\n`,
    'src/<b>bold<b>.ts': `export const shown = ${JSON.stringify(hostileMarkup)};\n// ${hostileMarkup}\nexport function show() {\n  return shown;\n}\n`,
    'src/"onmouseover="alert(1).ts': `import { show } from './<b>bold<b>.ts';\nexport function quoted() {\n  return show();\n}\n`,
    'src/long.ts': `/** ${hostileMarkup} */\nexport function ${longName}() {\n  return 1;\n}\nexport function callsLong() {\n  return ${longName}();\n}\nexport const wide = '${'y'.repeat(10_000)}';\n`,
    'src/turned.ts': `export function turned(isAdmin: boolean) {\n  /*${rightToLeft} } if (isAdmin) begin */\n  return isAdmin;\n}\n`,
    'src/مرحبا.ts': `export function שלום() {\n  return 'مرحبا';\n}\n`,
    'doc/<script>alert(1)<-script>.md': `# ${hostileMarkup}\n\n${hostileMarkup}\n`,
  });
}

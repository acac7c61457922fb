/** The bound of a parser's work, counted in reports of its progress, and what is kept of a text that exceeds it. */
import { afterAll, describe, expect, it } from 'vitest';
import type { ParseCallback, Parser } from 'web-tree-sitter';
import type { Language, TreeSitterGrammar } from '../../languages/language.ts';
import { kotlin } from '../../languages/kotlin/kotlin.ts';
import { scala } from '../../languages/scala/scala.ts';
import { swift } from '../../languages/swift/swift.ts';
import { assetUrl } from '../../util/assets.ts';
import { cutFault, declarationAround, memberBefore } from './cut-fault.ts';
import { parseBest } from './readings.ts';
import { TreeSitterExtractor } from './tree-sitter.ts';

const extractor = new TreeSitterExtractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

/** Nothing is wrong with the first and the last function. Recovering in between costs the parser ten seconds. */
const slowToRecover = `fun before() = 1

fun main() {
    val app = Javalin.create {
        }
        it.routes.get("/") { ctx -> ctx.result("Hello World") } // valid "endpoint for both connectors
    \u001B[31m}.start()

private fun sslContextFactory(): SslContextFactory.Server {
    val sslContextFactory = SslContextFactory.Server()
    sslContextFactory.keyStorePath = HelloWorldSecure::class.java.getResource("/keystore.jks")!!.toExternalForm()
    sslContextFaclass ctory.keyStorePassword = "localhost"
    return sslContextFactory
}
`;

async function readKotlin(text: string): Promise<{ names: string[]; issues: unknown[] }> {
  return read(kotlin, text);
}

async function read(language: Language, text: string): Promise<{ names: string[]; issues: unknown[] }> {
  const grammar: TreeSitterGrammar = language.grammar!;
  const { definitions, issues } = await extractor.extract(language, grammar, { path: 'a', text });
  return { names: definitions.map(({ name }) => name), issues };
}

/** Number of times that a parser reports its progress while a text is read. */
async function reportsFor(text: string): Promise<number> {
  const loaded = await extractor.load(kotlin.grammar!);
  let reports = 0;
  const { tree } = parseBest(loaded, kotlin.grammar!, text, () => ++reports < 0);
  tree?.delete();
  return reports;
}

/** Number of UTF-16 units that a parser requests while a text is read. */
async function unitsFor({ grammar }: Language, text: string): Promise<number> {
  const { parser } = await extractor.load(grammar!);
  let units = 0;
  const counting: Pick<Parser, 'parse' | 'reset'> = {
    parse: (input, old, options) => {
      const read = input as ParseCallback;
      const counted: ParseCallback = (index, position) => {
        const part = read(index, position);
        units += part?.length ?? 0;
        return part;
      };
      return parser.parse(counted, old, options);
    },
    reset: () => parser.reset(),
  };
  const { tree } = parseBest({ parser: counting }, grammar!, text, () => false);
  tree?.delete();
  return units;
}

describe('a text that a parser does not get over', () => {
  it('keeps what stands before the fault and what follows the declaration with it', async () => {
    const { names, issues } = await readKotlin(slowToRecover);
    expect(names).toEqual(['before', 'main', 'sslContextFactory']);
    expect(issues).toEqual([{ code: 'syntax', message: 'parts of the file could not be parsed', line: 6 }]);
  });

  it('keeps the members before the one with the fault, where the parser stops many lines after it', async () => {
    const rest = `${'---\n'.repeat(1_300)}'%|A${'---\n'.repeat(700)}`;
    const text = `class Window: NSWindow {\n  func first() {\n    one()\n  }\n\n  override func orde${rest}r(_ place: Int) {\n  }\n}\n`;
    expect((await read(swift, text)).names).toEqual(['Window', 'first']);
  });

  it('keeps what stands before the first fault, where there are too many', async () => {
    const faulty = slowToRecover.slice(slowToRecover.indexOf('fun main'));
    const { names } = await readKotlin(`fun before() = 1\n\n${faulty.repeat(8)}`);
    expect(names[0]).toBe('before');
  });

  it('costs a bounded number of steps for its length', async () => {
    expect(await reportsFor(slowToRecover)).toBeLessThan(1_000);
  });

  it('requests the text a bounded number of times', async () => {
    const [small, large] = [2_000, 4_000].map((depth) => `fun before() = 1\n${'/*'.repeat(depth)}\nfun after() = 1\n`);
    const { names, issues } = await readKotlin(large!);
    expect(names).toContain('before');
    expect(issues).toMatchObject([{ code: 'syntax' }]);
    // Without the bound, each opening of a comment looks through the rest of the text.
    expect(await reportsFor(large!)).toBeLessThan(2.2 * (await reportsFor(small!)));
  });

  it('requests the text a bounded number of times, also where the parser reports no progress', async () => {
    // Scala's scanner asks for the column of each sign that it skips, which requests the line from its beginning on; all signs are one step.
    const [small, large] = [12_000, 24_000].map((length) => `object Before\n${'\u0001'.repeat(length)}\n`);
    expect((await read(scala, large!)).names).toEqual(['Before']);
    expect(await unitsFor(scala, large!)).toBeLessThan(2.2 * (await unitsFor(scala, small!)));
  });
});

describe('cutting out a fault', () => {
  const text = 'class A {\n  f(\n  b\n}\n\nfun c() {}\n';

  it('finds the declaration of the top level by the beginnings of lines', () => {
    const around = (at: number): string => {
      const { start, end } = declarationAround(text, at);
      return text.slice(start, end);
    };
    expect([around(0), around(14), around(text.length - 1)]).toEqual([
      'class A {\n  f(\n  b\n}\n\n',
      'class A {\n  f(\n  b\n}\n\n',
      'fun c() {}\n',
    ]);
  });

  it('finds the last member of a declaration before an offset by the indentation of lines', () => {
    const members = 'class A {\n  // one\n  fun a() {\n    b()\n  }\n  fun c() {\n    d()\n--\n}\n';
    const whole = declarationAround(members, 0);
    const before = (mark: string): string | undefined => {
      const at = memberBefore(members, whole, members.indexOf(mark));
      return at === null ? undefined : members.slice(at).split('\n')[0];
    };
    expect([before('--'), before('b()'), before('class')]).toEqual(['  fun c() {', '  fun a() {', undefined]);
  });

  it('blanks out lines from the fault on and closes what is open, where there is room', () => {
    const first = declarationAround(text, 0);
    const at = text.indexOf('b');
    expect(cutFault(text, first, at)).toBe('class A {\n  f(\n)} \n \n\nfun c() {}\n');
    expect(cutFault(text, first, 0)).toBe('         \n    \n   \n \n\nfun c() {}\n');
    expect(cutFault('f((\nb', { start: 0, end: 5 }, 4)).toBe('f((\n ');
  });
});

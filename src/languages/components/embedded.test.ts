import { describe, expect, it } from 'vitest';
import { embeddedProgram } from './embedded.ts';
import { growthExponent, linear, repeated } from '../../util/testing/growth.ts';

/** The program without empty lines and trailing blanks. Checks that it has the length and lines of the file. */
function programOf(path: string, text: string): string | null {
  const program = embeddedProgram(path, text);
  if (program === null) return null;
  for (const one of [program.text, program.scripts, program.markup]) {
    expect(one).toHaveLength(text.length);
    expect(one.split('\n').map((line) => line.length)).toEqual(text.split('\n').map((line) => line.length));
  }
  const lines = program.text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.filter((line) => !['', ';', '{}'].includes(line)).join('\n');
}

const script = '<script setup>\nimport MyCard from "./a.vue"\n</script>';

describe('embeddedProgram', () => {
  it.each<[string, string, string]>([
    ['text between braces', '<p>{{ a(b) }} and {{c}}</p>', ';( a(b) ) ;(c)'],
    [
      'bound attributes and conditions',
      '<p :x="a" v-if="b > 1" v-else plain="no" :y=\'{ c, d: e }\'>',
      ';(a) ;(b > 1) ;({ c, d: e })',
    ],
    [
      'handlers',
      '<b @x="go" @y="a = 1; go(2)" @z="(e) => go(e)" v-on:w="go($event)">',
      ';(go) ;{a = 1; go(2)} ;((e) => go(e)) ;{go($event)}',
    ],
    ['lists, without the names that v-for binds', '<b v-for="(one, at) of all()" :key="one">', ';(all()) ;(one)'],
    ['no slots', '<b #default="{ x }" v-slot:y="{ z }" />', ''],
    ['components', '<MyCard/><my-card /><my-other /><b-b></b-b>', ';MyCard ;MyCard'],
    ['no unclosed and no malformed expressions', '<b :x="a(" :y="b">{{ c', ';(b)'],
    [
      'nothing inside comments, styles and data',
      '<!-- {{ a }} --><style>{{ b }}</style><script type="text/x">{{ c }}</script>',
      '',
    ],
  ])('Vue: %s', (_, markup, expected) => {
    expect(programOf('a.vue', `${markup}\n${script}`)).toBe(
      [expected, 'import MyCard from "./a.vue"'].join('\n').trim(),
    );
  });

  it.each<[string, string, string]>([
    [
      'values',
      '<p class="a {b}" on:x={go} y={{ e: f }} {name} {...more}>{c(d)}</p>',
      ';b; ;(go) ;({ e: f }) ;name; ;more; ;c(d);',
    ],
    ['blocks', '{#if a > 1}{:else if b}{#each c as d, i (d)}{/each}{:else}{/if}{@html e}', '; a > 1; ; b; ; c; ; e;'],
    ['promises', '{#await f() then x}{x}{:catch y}{y}{/await}', '; f(); ;x; ;y;'],
    ['components', '<Card a="x"><card/></Card>', ';Card'],
  ])('Svelte: %s', (_, markup, expected) => {
    expect(programOf('a.svelte', `${markup}\n<script>let z</script>`)).toBe(`${expected}\n;let z;`);
  });

  it('ends the last statement of a script at the end of the script', () => {
    const alone = embeddedProgram('a.vue', '<script>\nlet a = b\n</script>\n<p>{{ a }}</p>');
    expect(alone?.text.split('\n').map((line) => line.trim())).toEqual([';', 'let a = b', '{}', ';( a )']);
    const inLine = embeddedProgram('a.vue', '<script>let a = b</script>\n<p>{{ a }}</p>');
    expect(inLine?.text.split('\n').map((line) => line.trim())).toEqual([';let a = b;', ';( a )']);
  });

  it('Svelte: a use of the value of a store is a reference to the store', () => {
    const text = '<script>import { count } from "./s"; let n = $count + $state(1); n = `${n}`</script>{$count}{$other}';
    expect(programOf('a.svelte', text)).toBe(
      ';import { count } from "./s"; let n = count + $state(1); n = `${n}`; ; count;;$other;',
    );
  });

  it('Astro: reads the code between the fences, and markup inside expressions', () => {
    const text = '---\nconst a = 1\n---\n<Card x={a}>{b.map((c) => <li>{d(c)}</li>)}</Card>\n<script>e()</script>\n';
    expect(programOf('a.astro', text)).toBe('const a = 1\n;Card ;(a) ;d(c);\n;e();');
  });

  it('detects the language of the scripts', () => {
    const dialectOf = (attributes: string): string | undefined =>
      embeddedProgram('a.vue', `<script ${attributes}>x</script>`)?.dialect;
    expect(dialectOf('')).toBe('jsx');
    expect(dialectOf('setup lang="ts" generic="T extends Record<string, X>"')).toBe('ts');
    expect(dialectOf("lang='tsx'")).toBe('tsx');
    expect(embeddedProgram('a.vue', '<template>{{ a }}</template>')).toBeNull();
    expect(embeddedProgram('a.vue', '<script src="./a.js"></script>')).toBeNull();
  });

  it('keeps places in files with CRLF line ends and non-ASCII characters', () => {
    expect(programOf('a.vue', '<p>é😀 {{ a }}</p>\r\n<script>\r\nlet ü\r\n</script>\r\n')).toBe(';( a )\nlet ü');
  });

  it.each(['{', '<', '<a ', '<a b="', '{{', '<script', '<!--', '{"', "{'`", '<A x={', '---\n', '{#each a as '])(
    'takes linear time on many repetitions of %j',
    async (piece) => {
      const make = (length: number): string => repeated(`<script>a</script>${piece.repeat(length / piece.length)}`, 1);
      // An unclosed expression is given up after some thousand characters, so only longer texts show how the cost grows.
      for (const path of ['a.vue', 'a.svelte', 'a.astro']) {
        const grown = await growthExponent([8_000, 64_000], make, (text) => embeddedProgram(path, text));
        expect(grown, path).toBeLessThan(linear);
      }
    },
  );
});

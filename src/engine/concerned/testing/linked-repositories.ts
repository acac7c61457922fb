/** Small repositories of several ecosystems that use each other's packages, with names that some of them share. */
import fc from 'fast-check';

export const words = ['parcel', 'invoice', 'harbor', 'ledger'] as const;
type Word = (typeof words)[number];

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

/** One repository before it is written: what it is in, what it is about, and which of those before it it uses. */
export interface Made {
  ecosystem: keyof typeof writers;
  word: Word;
  uses: readonly number[];
  /** Whether it calls what it gets in ways that nothing is known of. */
  isLoose: boolean;
}

interface Written {
  at: number;
  made: Made;
  used: readonly { at: number; made: Made }[];
}

const names = ['a', 'a-b', 'a.b', 'team/web', 'team-x', 'Zoo', 'kit', 'zed'];

export function nameOf(at: number): string {
  return names[at]!;
}

/** What a package is called: of all repositories, also of those that have one word. */
function packageName(at: number): string {
  return `pack${'abcdefgh'[at]!}`;
}

const writers = {
  npm: ({ at, made: { word, isLoose }, used }: Written): [string, string][] => {
    const own = capital(word);
    const [first] = used;
    const dependencies = used.map((one) => `"@acme/${packageName(one.at)}": "^${one.at + 1}"`).join(', ');
    const imports = used.map(({ at: of, made }) => `import { make${capital(made.word)} as make${of}, ${capital(made.word)}Store as Store${of} } from '@acme/${packageName(of)}';`); // prettier-ignore
    return [
      [
        'package.json',
        `{ "name": "@acme/${packageName(at)}", "main": "src/index.ts", "dependencies": { ${dependencies} } }`,
      ],
      [
        'src/index.ts',
        `${imports.join('\n')}
export interface Keeps${at} { settle(): number }
/** Keeps each ${word}. */
export class ${own}Store${first === undefined ? '' : ` extends Store${first.at}`} implements Keeps${at} {
  load(): number { return ${word}Rate(1); }
  add(n: number): number { return n + this.load(); }
${first === undefined ? '  settle(): number { return 0; }' : ''}
}
export function ${word}Rate(n: number): number { return n; }
export function make${own}(): ${own}Store { return new ${own}Store(); }
`,
      ],
      [
        'src/use.ts',
        `${imports.join('\n')}
import { make${own} } from './index.ts';
${used.map(({ at: of }) => `export function use${of}in${at}(): number { const store = make${of}(); return store.load() + store.add(2) + store.settle(); }`).join('\n')}
export function total${at}(): number { return make${own}().add(1)${used.map(({ at: of }) => ` + use${of}in${at}()`).join('')}; }
${isLoose ? `export function loose${at}(any: any): number { return any.only${at % 3}() + any.settle() + any.load(); }` : `export const only${at} = () => ${at};`}
`,
      ],
      ['test/use.test.ts', `import { total${at} } from '../src/use.ts';\ntest('the total of a ${word}', () => expect(total${at}()).toBe(1));\n`], // prettier-ignore
      ['README.md', `# ${own}\n\nCall make${own} and then settle. See loose${(at + 1) % 8}.\n`],
    ];
  },
  python: ({ at, made: { word, isLoose }, used }: Written): [string, string][] => {
    const own = capital(word);
    const [first] = used;
    const imports = used.map(({ at: of, made }) => `from ${packageName(of)} import make_${made.word} as make${of}, ${capital(made.word)}Keeper as Keeper${of}`); // prettier-ignore
    const requires = used.map(({ at: of }) => `"Acme-${packageName(of)}>=${of}"`).join(', ');
    return [
      ['pyproject.toml', `[project]\nname = "acme-${packageName(at)}"\ndependencies = [${requires}]\n`],
      [
        `src/${packageName(at)}/__init__.py`,
        `${imports.join('\n')}


class ${own}Keeper${first === undefined ? '' : `(Keeper${first.at})`}:
    """Keeps each ${word}."""

${first === undefined ? `    def load(self):\n        return ${word}_rate(1)` : ''}

    def add(self, n):
        return self.load() + n


def ${word}_rate(n):
    return n


def make_${word}():
    return ${own}Keeper()
`,
      ],
      [
        'tools/use.py',
        `${imports.join('\n')}
${used.map(({ at: of }) => `\n\ndef use${of}in${at}():\n    keeper = make${of}()\n    return keeper.load() + keeper.add(1)`).join('')}
${isLoose ? `\n\ndef loose${at}(any):\n    return any.only${at % 3}() + any.load()` : `\n\ndef only${at}():\n    return ${at}`}
`,
      ],
    ];
  },
  go: ({ at, made: { word, isLoose }, used }: Written): [string, string][] => {
    const own = capital(word);
    const requires = used.map(({ at: of }) => `require example.org/${packageName(of)} v1.${of}.0\n`).join('');
    const imports = used.map(({ at: of }) => `import ${packageName(of)} "example.org/${packageName(of)}"\n`).join('');
    return [
      ['go.mod', `module example.org/${packageName(at)}\n\ngo 1.22\n\n${requires}`],
      [
        'store.go',
        `package ${packageName(at)}

${imports}
// ${own}Store keeps each ${word}.
type ${own}Store struct{}

// Loads${at} loads.
type Loads${at} interface{ Load() int }

func Make${own}() *${own}Store { return &${own}Store{} }

func (s *${own}Store) Load() int { return ${word}Rate(1) }

func (s *${own}Store) Add(n int) int { return n + s.Load() }

func ${word}Rate(n int) int { return n }
${used.map(({ at: of, made }) => `\nfunc Use${of}in${at}() int {\n\tstore := ${packageName(of)}.Make${capital(made.word)}()\n\treturn store.Load() + store.Add(1)\n}\n`).join('')}
${isLoose ? `func Loose${at}(any interface{ Only${at % 3}() int }) int { return any.Only${at % 3}() }` : `func Only${at}() int { return ${at} }`}
`,
      ],
    ];
  },
  maven: ({ at, made: { word }, used }: Written): [string, string][] => {
    const own = capital(word);
    const dependencies = used.map(({ at: of }) => `<dependency><groupId>org.acme</groupId><artifactId>${packageName(of)}</artifactId><version>${of}</version></dependency>`).join(''); // prettier-ignore
    const folder = `src/main/java/org/acme/${packageName(at)}`;
    return [
      ['pom.xml', `<project><groupId>org.acme</groupId><artifactId>${packageName(at)}</artifactId><version>1</version><dependencies>${dependencies}</dependencies></project>`], // prettier-ignore
      [
        `${folder}/${own}Store.java`,
        `package org.acme.${packageName(at)};

/** Keeps each ${word}. */
public class ${own}Store {
  public static ${own}Store make() { return new ${own}Store(); }
  public int load() { return 1; }
  public int add(int n) { return n + load(); }
}
`,
      ],
      ...used.map(({ at: of, made }): [string, string] => [
        `${folder}/Use${of}in${at}.java`,
        `package org.acme.${packageName(at)};

import org.acme.${packageName(of)}.${capital(made.word)}Store;

public class Use${of}in${at} {
  public int run() {
    ${capital(made.word)}Store store = ${capital(made.word)}Store.make();
    return store.load() + store.add(1);
  }
}
`,
      ]),
    ];
  },
};

/** The files of each repository. */
export function filesOf(all: readonly Made[]): Map<string, string>[] {
  return all.map((made, at) => {
    const used = made.uses.filter((of) => of < at && all[of]!.ecosystem === made.ecosystem).map((of) => ({ at: of, made: all[of]! })); // prettier-ignore
    return new Map(writers[made.ecosystem]({ at, made, used }));
  });
}

/** Symbols as somebody asks for them: by name, with a container, misspelt, by path, by id. */
export function symbolsOf({ ecosystem, word, uses }: Made, at: number): string[] {
  const own = capital(word);
  const name = nameOf(at);
  const byEcosystem: Record<Made['ecosystem'], string[]> = {
    npm: [`make${own}`, `${own}Store.add`, `${name}/src/index.ts#${own}Store.load`, `${own}Store`, `use.ts`, `${name}/src/use.ts#total${at}`], // prettier-ignore
    python: [`make_${word}`, `${own}Keeper.load`, `${name}/src/${packageName(at)}/__init__.py#${own}Keeper.add`, `tools/use.py`], // prettier-ignore
    go: [`Make${own}`, `${own}Store.Load`, `${packageName(at)}.Make${own}`, `${name}/store.go#${own}Store.Add`, `store.go:${own}Store.Add`], // prettier-ignore
    maven: [`${own}Store.make`, `${name}/src/main/java/org/acme/${packageName(at)}/${own}Store.java#${own}Store.load`, `org.acme.${packageName(at)}.${own}Store`], // prettier-ignore
  };
  return [
    ...byEcosystem[ecosystem],
    ...uses.map((of) => `${ecosystem === 'go' ? 'Use' : 'use'}${of}in${at}`),
    ...[`only${at % 3}`, 'load', `${word}rate`, `${own}Stor.ad`, `nothing${at}`, `${name}/src/index.ts:7`],
    ...[`${own}Store.*`, `${name}/src/indx.ts`, `Wrong.load`, `settle`],
  ];
}

export const makes: fc.Arbitrary<Made[]> = fc.array(
  fc.record({
    ecosystem: fc.constantFrom(...(Object.keys(writers) as Made['ecosystem'][])),
    word: fc.constantFrom(...words),
    uses: fc.uniqueArray(fc.integer({ min: 0, max: names.length - 1 }), { maxLength: 3 }),
    isLoose: fc.boolean(),
  }),
  { minLength: names.length, maxLength: names.length },
);

/** Small repositories of several languages, for tests of answers about several of them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';

/** Words that several repositories share. */
export const words = ['parcel', 'invoice', 'harbor', 'ledger', 'signal'] as const;
type Word = (typeof words)[number];

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

/** The files of a module in each language; `to`: a module of the same language in the same folder that it uses. */
export const modules: Readonly<
  Record<string, (word: Word, to: Word, repository: string) => [path: string, text: string][]>
> = {
  typescript: (word, to) => [
    [
      `src/${word}.ts`,
      `import { ${to}Value } from './${to}.ts';
/** The value of a ${word} with its items. */
export function ${word}Value(items: readonly number[]): number {
  return items.length === 0 ? 0 : ${to}Value(items.slice(1)) + ${word}Rate();
}
function ${word}Rate(): number {
  return 3;
}
export class ${capital(word)}Store {
  load(): number {
    return ${word}Value([1, 2]);
  }
}
`,
    ],
    [
      `test/${word}.test.ts`,
      `import { ${word}Value } from '../src/${word}.ts';
test('a ${word} without items is worth nothing', () => expect(${word}Value([])).toBe(0));
`,
    ],
  ],
  python: (word, to) => [
    ['app/__init__.py', ''],
    [
      `app/${word}.py`,
      `"""Everything about a ${word}."""
from .${to} import ${to}_total


class ${capital(word)}Keeper:
    """Keeps each ${word}."""

    def total(self):
        return ${word}_total([1])


def ${word}_total(items):
    return len(items) and ${to}_total(items[1:])
`,
    ],
  ],
  go: (word, to, repository) => [
    ['go.mod', `module example.org/${repository}\n\ngo 1.22\n`],
    [
      `internal/${word}/${word}.go`,
      `// Package ${word} moves a ${word}.
package ${word}

// ${capital(word)}Count says how many there are.
func ${capital(word)}Count(values []int) int {
	return len(values) + offset${capital(to)}()
}

func offset${capital(to)}() int { return 1 }
`,
    ],
  ],
  markdown: (word, to) => [
    [
      `docs/${word}.md`,
      `# The ${word}\n\nHow a ${word} and a ${to} work together.\n\n## Limits\n\nA ${word} has items.\n`,
    ],
  ],
};

export interface Repository {
  name: string;
  files: Map<string, string>;
}

/** Names around the slash in the order of code units come first: `a-b/` and `a.b/` are before `a/`. */
export const names = ['a', 'a-b', 'a.b', 'a0', 'team/web', 'team-x', 'Zoo', 'invoice-ui'];

/** Some repositories that use the same words. */
export const repositories = fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 4 }).chain((chosen) =>
  fc.tuple(
    ...chosen.map((name) =>
      fc
        .record({
          languages: fc.uniqueArray(fc.constantFrom(...Object.keys(modules)), { minLength: 1, maxLength: 3 }),
          topics: fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
        })
        .map(({ languages, topics }): Repository => {
          const made = languages.flatMap((language) =>
            topics.flatMap((word, at) => modules[language]!(word, topics[(at + 1) % topics.length]!, name)),
          );
          return { name, files: new Map(made) };
        }),
    ),
  ),
);

/** Writes each repository to a folder of its name below the root. */
export function writeAll(root: string, all: readonly Repository[]): void {
  for (const { name, files } of all)
    for (const [path, text] of files) {
      const location = join(root, name, path);
      mkdirSync(dirname(location), { recursive: true });
      writeFileSync(location, text);
    }
}

/** What people and agents ask: queries in words, tags, globs of symbols, patterns of text. The contract: an `AppError`, or a reading. */
import { queryWordFinder } from '../../src/engine/search/query-words.ts';
import { symbolGlob } from '../../src/engine/asked-glob.ts';
import { mentionedFiles } from '../../src/search/mentioned-paths.ts';
import { qualifiedNames } from '../../src/search/qualified-names.ts';
import { parseHybridQuery } from '../../src/search/hybrid/query.ts';
import { parseTag } from '../../src/search/tag-query.ts';
import { verbatimQuery } from '../../src/search/verbatim.ts';
import { requiredText } from '../../src/text/required-text.ts';
import type { Target } from '../lib/target.ts';
import { rejecting } from './allowed.ts';

const seeds: readonly (readonly [name: string, text: string])[] = [
  [
    'search.txt',
    'lang:typescript path:src/ "signs users in" how does LoginService.signIn check the password in src/auth/login-service.ts:12 `hashPassword`',
  ],
  ['search.txt', 'Error: cannot open file\n  at main (/home/a/b.ts:1:2)\nkind:function expected 3 but got 4'],
  ['tag.txt', 'HTTPServer_parseURL2'],
  ['tag.txt', 'größe-des_XMLDokuments'],
  ['glob.txt', '*Service.{get,set}[A-Z]?*'],
  ['glob.txt', '!(a|b)+(c)@(d)**/x'],
  ['regex.txt', '^(?:export\\s+)?(?<kind>class|function)\\s+([A-Z]\\w{2,20}?)\\b[^;]*$'],
  ['regex.txt', '(a|b)*c+(?=d)(?!e)\\p{L}\\x41\\u{1F600}[\\d\\-x-z&&[^a]]'],
];

const paths = ['src/auth/login-service.ts', 'src/b.ts', 'README.md'];
const texts = ['class LoginService signIn hashPassword HTTPServer', 'a'.repeat(200)];

function search(text: string): void {
  const query = parseHybridQuery(text);
  verbatimQuery(query, () => 0.5);
  mentionedFiles(text, paths);
  qualifiedNames(text);
  const find = queryWordFinder(text);
  for (const one of texts) find(one);
}

export const queries: Target = {
  seeds: () => Promise.resolve(seeds.map(([name, text]) => ({ name, bytes: Buffer.from(text) }))),
  form: 'text',
  tokens: [
    '(?:',
    '(?<',
    '[^',
    '\\p{',
    '{1,',
    '*',
    '+',
    '?',
    '**',
    '!(',
    '@(',
    '{a,',
    'lang:',
    'path:',
    'kind:',
    '"',
    '::',
    '.',
    '#',
  ],
  largest: 30_000,
  open: () =>
    Promise.resolve({
      run: ({ name, bytes }) => {
        const text = Buffer.from(bytes).toString();
        return rejecting(() => {
          if (name === 'tag.txt') parseTag(text);
          else if (name === 'glob.txt') {
            const matches = symbolGlob(text);
            for (const one of texts) matches(one);
          } else if (name === 'regex.txt')
            requiredText({ query: text, isRegex: true, case: 'smart', wholeWord: false, multiline: false });
          else search(text);
        });
      },
    }),
};

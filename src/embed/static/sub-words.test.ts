import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashWord } from '../../util/words/word-hash.ts';
import { scanSubWords, subWords, textOf } from './sub-words.ts';

describe('sub-words', () => {
  test.each<[what: string, text: string, words: string[]]>([
    ['camel case', 'parseConfigFile', ['parse', 'config', 'file']],
    ['Pascal case', 'HttpServerError', ['http', 'server', 'error']],
    ['an acronym before a word', 'HTTPServer', ['http', 'server']],
    ['an acronym behind a word', 'parseJSON', ['parse', 'json']],
    ['a plural acronym', 'parseURLs(all)', ['parse', 'urls', 'all']],
    ['snake case', 'max_retry_count', ['max', 'retry', 'count']],
    ['constants', 'MAX_RETRY', ['max', 'retry']],
    ['kebab case', 'data-test-id', ['data', 'test', 'id']],
    ['digits', 'base64Encode', ['base', '64', 'encode']],
    ['digits behind an acronym', 'SHA256', ['sha', '256']],
    ['long numbers are data', 'id 123456 is 1234', ['id', 'is', '1234']],
    ['one letter says nothing', 'for (let i = 0; i < n; i++) a.b', ['for', 'let', '0']],
    ['prose', "Don't retry, please!", ['don', 'retry', 'please']],
    ['other letters', 'größeÄndern naïve', ['größe', 'ändern', 'naïve']],
    ['letters in another form', 'cafe\u0301', ['café']],
    ['Cyrillic', 'найтиФайл', ['найти', 'файл']],
    ['Han: characters and pairs', '重试次数', ['重', '试', '重试', '次', '试次', '数', '次数']],
    ['Han among letters', 'retry重试count', ['retry', '重', '试', '重试', 'count']],
    ['Kana', 'テスト', ['テ', 'ス', 'テス', 'ト', 'スト']],
    ['Hangul', '검색', ['검', '색', '검색']],
    ['members of every object', '__proto__ constructor', ['proto', 'constructor']],
    ['long runs of letters are data', `x ${'a'.repeat(33)} ${'b'.repeat(32)}`, ['b'.repeat(32)]],
    ['symbols and emoji', '→ 🙂 ${}', []],
    ['half a pair', 'a\ud83d retry', ['retry']],
    ['nothing', '', []],
  ])('%s', (_, text, words) => {
    expect(subWords(text)).toEqual(words);
  });

  test('have the hashes of their text, and scanning terminates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        scanSubWords(text, (word) => expect({ hashA: word.hashA, hashB: word.hashB }).toEqual(hashWord(textOf(word))));
      }),
    );
  });

  test('take time linear in the text', () => {
    for (const unit of ['A', 'aB', 'é', '重', '9', 'aé', '\u0301']) {
      let words = 0;
      scanSubWords(unit.repeat(200_000), () => words++);
      expect(words).toBeLessThanOrEqual(400_000);
    }
  });
});

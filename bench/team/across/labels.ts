/** Places that a reader has labelled, for languages without an oracle here. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pair } from './pairs.ts';

const file = join(import.meta.dirname, 'labels.tsv');

/**
 * The labelled places of a pair, as an oracle would print them. A line of labels.tsv has library, user, `path:line:column` and the declaration in the library
 * (`path:line`), or `-` for a call that leads elsewhere.
 */
export function labels({ library, user }: Pair): string[][] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([one, other]) => one === library && other === user)
    .map(([, , place = '', declared = '-']) => {
      const [path = '', line = '', column = ''] = place.split(':');
      const [to = '', toLine = '0'] = declared === '-' ? [] : declared.split(':');
      return [`user/${path}`, line, column, '', to === '' ? '' : `library/${to}`, toLine];
    });
}

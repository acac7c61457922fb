/** However much a repository provides and needs, each message is one that a node takes. */
import { expect, it } from 'vitest';
import { readQuestion } from '../phases/read-question.ts';
import { jsonExcess } from '../../util/json-bounds.ts';
import { AnsweredNeeds } from './asked-needs.ts';
import type { AskedNeeds, FoundNeeds } from './needs.ts';

const many = (length: number, word: string): string[] => Array.from({ length }, (_, at) => `${word}${at}`);

/** Shares that check each message, and answer that one repository has all of it, and another one some. */
function shares(): { messages: AskedNeeds[]; answered: AnsweredNeeds } {
  const messages: AskedNeeds[] = [];
  const answered = new AnsweredNeeds({
    askAll: (kind, asked) => {
      const body = JSON.stringify({ format: 1, repositories: many(1000, '1'), question: { kind, asked, state: null } });
      expect(jsonExcess(Buffer.from(body))).toBeNull();
      messages.push(readQuestion((JSON.parse(body) as { question: unknown }).question).asked as AskedNeeds);
      const found = (asked as AskedNeeds).needs.map(() => ({ names: ['one'], more: 0 }));
      return Promise.resolve([found, found.map((_, at) => ({ names: at === 0 ? ['two'] : [], more: at }))] as FoundNeeds[] as never); // prettier-ignore
    },
  });
  return { messages, answered };
}

it('packages and their modules go in pieces', async () => {
  const { messages, answered } = shares();
  const packages = [
    ...many(1000, '@acme/package').map((name) => ({ name, modules: [name] })),
    { name: 'org.acme:all', modules: many(4000, 'org.acme.module') },
    { name: 'none', modules: [] },
  ];
  const mentions = { names: many(1000, 'name'), isWhole: true };
  const found = await answered.usersOf({ provided: [{ ecosystem: 'npm', packages }], mentions });
  expect(found).toEqual({ names: ['one', 'two'], more: 0 });
  const sent = messages.flatMap((one) => (one.of === 'users' ? one.needs : []));
  const all = sent.flatMap(({ provided }) => provided.flatMap((one) => one.packages));
  expect(new Set(all.map(({ name }) => name)).size).toBe(packages.length);
  expect(new Set(all.flatMap(({ modules }) => modules)).size).toBe(5000);
  expect(sent.every((one) => one.mentions.names?.length === 1000)).toBe(true);
});

it('what a repository needs goes in pieces, each with what its manifests require', async () => {
  const { messages, answered } = shares();
  const requires = many(3000, 'package').map((name) => ({ name, renamed: `its-${name}` }));
  await answered.providersFor([{ ecosystem: 'cargo', requires, modules: many(5000, 'module') }]);
  const sent = messages.flatMap((one) => (one.of === 'providers' ? one.needs.flat() : []));
  expect(sent.map((one) => one.requires.length)).toEqual([500, 500, 500, 500, 500]);
  expect(new Set(sent.flatMap(({ modules }) => modules)).size).toBe(5000);
});

it('each thing is asked once, and what all shares say is joined', async () => {
  const { messages, answered } = shares();
  const found = await answered.of('word', many(25, 'word'));
  expect(messages.map(({ needs }) => needs.length)).toEqual([10, 10, 5]);
  expect(found[0]).toEqual({ names: ['one', 'two'], more: 0 });
  expect(found[9]).toEqual({ names: ['one'], more: 9 });
  expect(await answered.of('word', ['word3', 'word9'])).toEqual([found[3], found[9]]);
  expect(messages).toHaveLength(3);
});

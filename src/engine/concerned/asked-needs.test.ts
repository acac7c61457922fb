/** However much a repository provides and needs, each message is one that a node takes. */
import { expect, it } from 'vitest';
import { readQuestion } from '../phases/read-question.ts';
import { jsonExcess } from '../../util/json-bounds.ts';
import { AnsweredNeeds } from './asked-needs.ts';
import type { AskedNeeds, FoundNeeds, Repositories } from './needs.ts';

const many = (length: number, word: string): string[] => Array.from({ length }, (_, at) => `${word}${at}`);

/** The longest body that a node reads. */
const bodyBytes = 4 * 1024 * 1024;
const long = (length: number): string => 'x'.repeat(length);
const nobody = (): Repositories => ({ names: [], more: 0 });

/** Shares that check each message, and answer that one repository has all of it, and another one some. */
function shares(): { messages: AskedNeeds[]; answered: AnsweredNeeds } {
  const messages: AskedNeeds[] = [];
  const answered = new AnsweredNeeds({
    askAll: (kind, asked) => {
      const body = JSON.stringify({ format: 1, repositories: many(1000, '1'), question: { kind, asked, state: null } });
      expect(jsonExcess(Buffer.from(body))).toBeNull();
      expect(Buffer.byteLength(body)).toBeLessThan(bodyBytes);
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

it.each([
  [3000, 5000, 6],
  [200, 5000, 5],
  [3000, 10, 6],
  [0, 1500, 2],
  [1, 0, 1],
  [0, 0, 0],
])('what a repository needs goes in pieces: %i packages and %i modules', async (packages, modules, pieces) => {
  const { messages, answered } = shares();
  const requires = many(packages, 'package').map((name) => ({ name, renamed: `its-${name}` }));
  await answered.providersFor([{ ecosystem: 'cargo', requires, modules: many(modules, 'module') }]);
  const sent = messages.flatMap((one) => (one.of === 'providers' ? one.needs.flat() : []));
  expect(messages).toHaveLength(pieces);
  expect(new Set(sent.flatMap((one) => one.requires.map(({ name }) => name))).size).toBe(packages);
  expect(new Set(sent.flatMap((one) => one.modules)).size).toBe(modules);
  // What modules mean depends on whether anything is required.
  expect(sent.every((one) => one.requires.length > 0 === packages > 0)).toBe(true);
});

it('names that are none of code are not sent, and do not keep the others from being asked about', async () => {
  const { messages, answered } = shares();
  const mentions = { names: null, isWhole: true };
  const packages = ['a', long(1001)].map((name) => ({ name, modules: ['m', long(1001)] }));
  await answered.usersOf({ provided: [{ ecosystem: 'npm', packages }], mentions });
  const requires = [{ name: 'a' }, { name: long(1001) }, { name: 'b', renamed: long(1001) }];
  await answered.providersFor([{ ecosystem: 'cargo', requires, modules: ['m', long(1001)] }]);
  await answered.providersFor([{ ecosystem: 'cargo', requires: [{ name: long(1001) }], modules: [long(1001)] }]);
  expect(messages.map(({ needs }) => needs)).toEqual([
    [{ provided: [{ ecosystem: 'npm', packages: [{ name: 'a', modules: ['m'] }] }], mentions }],
    [[{ ecosystem: 'cargo', requires: [{ name: 'a' }], modules: ['m'] }]],
  ]);
});

it.each([
  ['name', [long(1001)], [], { defining: nobody(), files: 0, open: nobody() }],
  ['word', [long(1001), 'a'], ['a'], nobody()],
  [
    'counted',
    [
      { name: long(1001), container: null },
      { name: 'a', container: long(1001) },
      { name: 'b', container: long(1000) },
    ],
    [
      { name: 'a', container: null },
      { name: 'b', container: long(1000) },
    ],
    { all: 0, inside: 0 },
  ],
] as const)('nobody has a name that is none of code: %s', async (kind, needs, sent, none) => {
  const { messages, answered } = shares();
  const [found] = await answered.of(kind, needs);
  expect(found).toEqual(none);
  expect(messages).toEqual(sent.length === 0 ? [] : [{ of: kind, needs: sent }]);
});

it('names that are as long as they may be go in more pieces', async () => {
  const { messages, answered } = shares();
  // JSON has six bytes for each of these characters.
  const names = (count: number, word: string): string[] => many(count, word).map((name) => name.padEnd(1000, '\u0001'));
  const [modules, requires, counted] = [names(1000, 'module'), names(500, 'package'), names(500, 'name')];
  const packages = names(200, 'package').map((name, at) => ({ name, modules: modules.slice(at * 5, at * 5 + 5) }));
  packages.push({ name: 'all', modules });
  await answered.usersOf({ provided: [{ ecosystem: 'npm', packages }], mentions: { names: counted, isWhole: false } });
  await answered.providersFor([{ ecosystem: 'npm', requires: requires.map((name) => ({ name, renamed: name })), modules }]); // prettier-ignore
  await answered.of('counted', counted.map((name) => ({ name, container: name }))); // prettier-ignore
  const users = messages.flatMap((one) => (one.of === 'users' ? one.needs : []));
  const sent = users.flatMap(({ provided }) => provided.flatMap((one) => one.packages));
  expect(new Set(sent.map(({ name }) => name)).size).toBe(201);
  expect(sent.flatMap((one) => one.modules)).toHaveLength(2000);
  expect(users.every(({ mentions }) => mentions.names === null && !mentions.isWhole)).toBe(true);
  const needed = messages.flatMap((one) => (one.of === 'providers' ? one.needs.flat() : []));
  expect(new Set(needed.flatMap((one) => one.requires.map(({ name }) => name)))).toEqual(new Set(requires));
  expect(needed.flatMap((one) => one.modules)).toEqual(modules);
  expect(messages.flatMap((one) => (one.of === 'counted' ? one.needs : []))).toHaveLength(500);
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

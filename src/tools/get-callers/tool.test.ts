import { describe, expect, it } from 'vitest';
import type { CallsAnswer, GraphEdge, NameAccount, ReachedNode } from '../../model/graph.ts';
import { callGraphTool } from '../testing/call-graph-tool.ts';
import { accountOf, callsAnswer, edge, fresh, reached, sites, symbol } from '../testing/fixed-graph.ts';
import { tool } from './tool.ts';

const target = symbol('src/store.ts#FileStore.get', {
  kind: 'method',
  exported: true,
  signature: '(key: string): string | null',
  module: 'store',
  package: 'app',
});
const contract = symbol('src/store-contract.ts#Store.get', { kind: 'method' });
const run = symbol('src/app.ts#App.run', { kind: 'method', startLine: 120, endLine: 160 });
const open = symbol('src/app.ts#open', { startLine: 3, endLine: 3 });
const main = symbol('src/main.ts#main');
const test = symbol('src/store.test.ts', { isTest: true });

const unresolved = {
  sites: 4,
  files: 2,
  samples: [
    { path: 'src/x.ts', line: 10, column: 1, caller: 'load', kind: 'call' as const },
    { path: 'src/x.ts', line: 14, column: 1, caller: null, kind: 'call' as const },
    { path: 'src/y.ts', line: 2, column: 1, caller: 'A.b', kind: 'call' as const },
  ],
};

const rich = callsAnswer(
  target,
  [
    reached(test, 1, [edge(test, target, sites([4, 5]))]),
    reached(run, 1, [
      edge(run, target, [...sites([131, 140, 140]), ...sites([150], 'call', 'name')]),
      edge(run, target, sites([155]), contract),
    ]),
    reached(open, 1, [edge(open, target, sites([3], 'call', 'compiler'))]),
    reached(main, 2, [edge(main, run, sites([12])), edge(main, open, sites([11], 'construct'))]),
  ],
  {
    otherUses: 2,
    unresolved,
    state: {
      freshness: { state: 'indexing', refreshed: 0, note: 'Still indexing.' },
      nameOnlyLanguages: ['lua'],
      unread: null,
    },
  },
);

async function callers(args: Record<string, unknown>, answer: CallsAnswer = callsAnswer(target, [])) {
  return callGraphTool(tool, { symbol: answer.target.id, ...args }, { callers: answer });
}

describe('the answer', () => {
  it('says by which package another repository reaches the symbol, and which versions it requires', async () => {
    const imported = { name: '@acme/store', range: '^2.1', alsoIn: ['fork'] };
    const places = [...sites([3]), ...sites([5, 7]).map((one) => ({ ...one, package: imported }))];
    const { text, data } = await callers({}, callsAnswer(target, [reached(run, 1, [edge(run, target, places)])]));
    expect(text).toContain('calls at 3; calls at 5, 7 (by import of @acme/store ^2.1, which is also in fork)');
    expect(JSON.stringify(data)).toContain('"package":"@acme/store ^2.1, which is also in fork"');
  });

  it('is hierarchical text: by distance, by file, by caller with its lines, tests last', async () => {
    const { text, asked } = await callers({ maxDepth: 2 }, rich);
    await expect(text).toMatchFileSnapshot('golden/rich.txt');
    expect(asked).toEqual([['callers', { symbol: target.id, maxDepth: 2 }]]);
  });

  it('has the same facts as data', async () => {
    const { data } = await callers({ maxDepth: 2 }, rich);
    await expect(`${JSON.stringify(data, null, 2)}\n`).toMatchFileSnapshot('golden/rich.json');
  });

  it('is one line for each file with detail: files, tests apart, each place counted once', async () => {
    const { text, data } = await callers({ maxDepth: 2, detail: 'files' }, rich);
    expect(text).toContain(
      'callers: 7 calls in 2 files; tests: 2 in 1; together 9 in 3\n\n' +
        '  src/app.ts: 5\n  src/main.ts: 2, nearest at distance 2\n\ntests:\n  src/store.test.ts: 2\n\nunresolved: 4',
    );
    expect(text).not.toContain('Their callers');
    expect(data['by_file']).toEqual([
      { path: 'src/app.ts', number: 5, nearest: 1 },
      { path: 'src/main.ts', number: 2, nearest: 2 },
      { path: 'src/store.test.ts', number: 2, nearest: 1, test: true },
    ]);
    expect(data['distances']).toBeUndefined();
  });

  it('counts files that do not fit', async () => {
    const many = Array.from({ length: 400 }, (_, i) => symbol(`src/part-${i}.ts#run`));
    const { text } = await callers(
      { detail: 'files', max_chars: 2000 },
      callsAnswer(
        target,
        many.map((one) => reached(one, 1, [edge(one, target)])),
      ),
    );
    expect(text.length).toBeLessThan(2000);
    expect(text).toContain('callers: 400 calls in 400 files\nshowing: ');
    expect(text).toMatch(/note: \d+ of the 400 files do not fit/);
  });

  it('has no headings for one distance, and says how to go on', async () => {
    const { text } = await callers({}, callsAnswer(target, [reached(open, 1, [edge(open, target)])]));
    expect(text).toContain('callers: 1 in 1 file\n\nfile: src/app.ts\n  open [3] calls at 12\n');
    expect(text).not.toContain('distance');
    expect(text).toContain('note: Their callers: maxDepth: 2.');
  });
});

describe('functions as values', () => {
  const save = symbol('src/save.ts#save');
  const place = {
    path: 'src/a.ts',
    isTest: false,
    line: 9,
    column: 4,
    container: 'App',
    text: 'const kept = { save };',
  };
  const inTest = { ...place, path: 'src/a.test.ts', isTest: true, container: null, text: 'let s = save;' };

  it('are handed on: the code says to what, and the first line how many callers do nothing else', async () => {
    const handed = sites([7], 'pass').map((site) => ({ ...site, text: "bus.on('saved', save)" }));
    const found = [reached(open, 1, [edge(open, save, handed)]), reached(main, 1, [edge(main, save)])];
    const { text, data } = await callers({}, callsAnswer(save, found));
    expect(text).toContain('callers: 2 in 2 files, 1 hands it on\n');
    expect(text).toContain("  open [3] hands on at 7\n    7: bus.on('saved', save)\n");
    expect(data).toMatchObject({ hand_on: 1 });
    expect(JSON.stringify(data)).toContain(`"texts":["bus.on('saved', save)"]`);
  });

  it('are kept: the places are listed with their code, the rest is counted', async () => {
    const values = { total: 3, places: [place, inTest] };
    const { text, data } = await callers({}, callsAnswer(save, [], { otherUses: 4, values }));
    expect(text).toContain('callers: no direct calls, but it is named as a value at 3 places\n');
    expect(text).toContain(
      'named as a value: 3 places\n  src/a.ts:9 in App: const kept = { save };\n' +
        '  src/a.test.ts:9 (test): let s = save;\n  ... and 1 more\n',
    );
    expect(text).toContain('note: Named without a call at 1 other place: ');
    const first = { path: 'src/a.ts', line: 9, in: 'App', text: place.text };
    expect(data).toMatchObject({ values: { places: 3, samples: [first, { test: true }] } });
  });

  it('are decorated: they may be called through that', async () => {
    const { text, data } = await callers({}, callsAnswer(save, [], { decorators: ['app.get'] }));
    expect(text).toContain('callers: none found, but it may be called through its decorator app.get\n');
    expect(data).toMatchObject({ decorators: ['app.get'] });
    const open = await callers({}, callsAnswer(save, [], { decorators: ['app.get'], unresolved }));
    expect(open.text).toContain('note: It may be called through its decorator app.get.\n');
  });
});

describe('farther callers', () => {
  it('are counted by file where they are tests, and a call of several implementations is one', async () => {
    const implementations = ['A', 'B', 'C'].map((name) => symbol(`src/impl.ts#${name}.run`, { kind: 'method' }));
    const found = [
      ...implementations.map((one) => reached(one, 1, [edge(one, target)])),
      reached(
        main,
        2,
        implementations.map((one) => edge(main, one, sites([8]), contract)),
      ),
      reached(test, 2, [edge(test, open)]),
    ];
    const { text, data } = await callers({ maxDepth: 2 }, callsAnswer(target, found));
    expect(text).toContain('callers: 5 in 3 files (1 in 1 test file)\n');
    expect(text).toContain(
      '  main [10-20] calls 3 implementations of Store.get at 8\ntests: 1 in 1 file: src/store.test.ts 1\n',
    );
    const folded = { symbols: 1, files: 1, most: [{ path: 'src/store.test.ts', symbols: 1 }] };
    expect(data).toMatchObject({ shown: 4, distances: [{ symbols: 3 }, { symbols: 2, folded_tests: folded }] });
  });
});

it('a call that is also a read is said once', async () => {
  const places = [...sites([8, 9], 'read'), ...sites([8])];
  const { text } = await callers({}, callsAnswer(target, [reached(main, 1, [edge(main, target, places)])]));
  expect(text).toContain('  main [10-20] reads at 9; calls at 8\n');
});

describe('the account', () => {
  const plain = symbol('src/a.ts#f');
  const all = accountOf(
    { calls: 1, handedOn: 2, declarations: 1, others: 9, unresolved: 3, comments: 4, unclassified: 1 },
    {
      others: [
        { symbol: 'Gate.f', places: 5 },
        { symbol: 'Door.f', places: 2 },
      ],
      samples: {
        unresolved: [{ path: 'src/x.ts', line: 4 }],
        outside: [],
        unclassified: [{ path: 'src/y.ts', line: 7 }],
      },
      unnamed: 2,
    },
  );

  it('ends the list with all places of the name, by what they are', async () => {
    const { text, data } = await callers(
      {},
      callsAnswer(plain, [reached(open, 1, [edge(open, plain)])], { account: all }),
    );
    expect(text).toContain(
      '\naccount: 21 places in 2 files have the name f: 1 call, 2 handed on, 1 declaration, 9 of other symbols (Gate.f 5, Door.f 2, …), ' +
        '3 unresolved (src/x.ts:4, …), 4 in comments and docs, 1 not classified (src/y.ts:7)\n' +
        '  and 2 uses without the name (an alias, an operator, a variable)\n',
    );
    expect(data).toMatchObject({
      account: { places: 21, by_class: { calls: 1, others: 9 }, unnamed: 2, samples: { unclassified: [{ line: 7 }] } },
    });
    expect(text.indexOf('account:')).toBeGreaterThan(text.indexOf('open [3]'));
  });

  it.each([
    [1, 'and 1 call outside of functions is not expanded: what it makes has no symbols'],
    [2, 'and 2 calls outside of functions are not expanded: what they make has no symbols'],
  ])('says that %d calls of a macro are not expanded', async (unexpanded, words) => {
    const account = accountOf({ declarations: 1 }, { unexpanded });
    const { text, data } = await callers({}, callsAnswer(plain, [], { account }));
    expect(text).toContain(words);
    expect(data).toMatchObject({ account: { unexpanded } });
  });

  it('does not repeat places that the answer lists', async () => {
    const { text } = await callers({}, callsAnswer(plain, [], { account: all, unresolved }));
    expect(text).toContain(', 3 unresolved, 4 in');
  });

  it.each<[string, NameAccount, string]>([
    ['nothing else', accountOf({ declarations: 1, others: 3, comments: 2, foreign: 1 }), 'callers: none\n'],
    [
      'places of unknown meaning',
      accountOf({ declarations: 1, strings: 1, unclassified: 1 }),
      'callers: none found, but 2 places of its name may be calls: see the account\n',
    ],
    ['files that were not read', accountOf({ declarations: 1 }, { unreadFiles: 3 }), 'callers: none known\n'],
  ])('decides whether there are none: %s', async (_, account, words) => {
    const { text } = await callers({}, callsAnswer(plain, [], { account }));
    expect(text).toContain(words);
  });

  it('says that files were not read', async () => {
    const account = accountOf({ declarations: 1 }, { unreadFiles: 3, files: 1 });
    const { text, data } = await callers({}, callsAnswer(plain, [], { account }));
    expect(text).toContain('account: at least 1 place in 1 file has the name f: 1 declaration\n');
    expect(text).toContain('  and 3 more files may have the name and were not read\n');
    expect(data).toMatchObject({ account: { unread_files: 3 } });
  });
});

it('says where arguments do not tell which of several overloads is called', async () => {
  const doubtful = sites([7, 9]).map((site) => ({ ...site, overloads: 3 }));
  const { text } = await callers(
    {},
    callsAnswer(target, [reached(open, 1, [edge(open, target, [...sites([5]), ...doubtful])])]),
  );
  expect(text).toContain('open [3] calls at 5; calls at 7, 9 (one of 3 overloads; arguments do not tell)\n');
});

describe('nothing found', () => {
  const plain = symbol('src/a.ts#f');
  it.each<[string, Partial<CallsAnswer>, string]>([
    ['and nothing open', {}, 'callers: none\n'],
    [
      'but places that could be calls',
      { unresolved },
      'callers: none found, but 4 unresolved places may be calls of it\n',
    ],
    [
      'but other uses',
      { otherUses: 1 },
      'callers: no direct calls, but it is named (as a value or a type) at 1 place\n',
    ],
    [
      'but the language may call it',
      { runsByItself: true },
      'callers: none found, but the language may call it by itself (operators, iteration, …)\n',
    ],
    ['in time', { truncation: { reason: 'time', frontier: 3 } }, 'callers: none known\n'],
    [
      'while indexing',
      { state: { ...fresh, freshness: { state: 'indexing', refreshed: 0, note: null } } },
      'callers: none known\n',
    ],
    ['where names alone are known', { state: { ...fresh, nameOnlyLanguages: ['lua'] } }, 'callers: none known\n'],
  ])('%s', async (_, parts, words) => {
    const { text, data } = await callers({}, callsAnswer(plain, [], parts));
    expect(text).toContain(words);
    expect(data).toMatchObject({ total: 0, summary: words.trim() });
    expect(/^callers: none$/m.test(text)).toBe(words === 'callers: none\n');
  });

  it('says that a path means only the top level of the file', async () => {
    const file = symbol('src/a.ts');
    expect((await callers({}, callsAnswer(file, []))).text).toContain(
      'note: A path means only the top level of the file: get_impact shows who uses what is in it.\n',
    );
    expect((await callers({})).text).not.toContain('A path means');
  });

  it('says that code outside of the project may call exported symbols', async () => {
    expect((await callers({})).text).toContain('note: Exported: code outside this project may call it.');
    expect((await callers({}, callsAnswer(plain, []))).text).not.toContain('outside this project');
  });
});

describe('the symbol', () => {
  const namesakes = [
    symbol('a/x.ts#get', { module: 'a' }),
    symbol('b/x.ts', { qualified: 'get', module: 'b' }),
    ...[1, 2, 3, 4].map((line) => symbol(`c/x.ts#~${line}.get`, { qualified: 'get', line, module: 'c' })),
    symbol('b/x.ts#get', { module: 'b', isTest: true }),
  ];

  it('that means more than five is never guessed', async () => {
    const { answer, text, asked } = await callGraphTool(tool, { symbol: 'get', file: 'x.ts' }, { symbols: namesakes });
    expect(answer.isError).toBe(true);
    expect(text).toBe(
      [
        'Error: "get" in file "x.ts" means 7 symbols',
        'Ask again with file, module or package to narrow it, or with one of these ids as symbol:',
        '  a/x.ts#get  function, line 10, module a',
        '  b/x.ts  file, module b',
        '  c/x.ts#~1.get  function, line 1, module c',
        '  c/x.ts#~2.get  function, line 2, module c',
        '  c/x.ts#~3.get  function, line 3, module c',
        '  c/x.ts#~4.get  function, line 4, module c',
        '  b/x.ts#get  function, line 10, module b, test',
      ].join('\n'),
    );
    expect(answer.structured).toMatchObject({ error: { type: 'ValidationError', details: { field: 'symbol' } } });
    expect(asked).toEqual([]);
  });

  it('that means more than five of one file is an error with their ids alone', async () => {
    const own = ['full', 'empty', 'a', 'b', 'c', 'd'].map((mark) =>
      symbol(`a/x.ts#~${mark}.get`, { qualified: 'get' }),
    );
    const { text } = await callGraphTool(tool, { symbol: 'get' }, { symbols: own });
    expect(text).toMatch(/\nAsk again with one of these ids as symbol:\n {2}a\/x\.ts#~full\.get /);
  });

  it('that does not exist is an error with the nearest names', async () => {
    const { text, answer } = await callGraphTool(tool, { symbol: 'App.getUsr' }, { nearest: ['getUser', 'odd\nname'] });
    expect(text).toBe(
      'Error: Symbol not found: App.getUsr\nThe nearest: getUser, odd\\nname. For names like it, use search with pattern: "*usr*".',
    );
    expect(answer.structured).toMatchObject({ error: { type: 'NotFoundError' } });
    for (const [asked, pattern] of [
      ['retryLimitIn', '"*limit*"'],
      ['ns::fetch_x(int)', '"*fetch*"'],
      ['Run*', 'search with pattern: "Run*"'],
    ] as const)
      expect((await callGraphTool(tool, { symbol: asked })).text).toContain(pattern);
    expect((await callGraphTool(tool, { symbol: '  ' })).text).toMatch(/^Error: symbol is required\n/);
    const filtered = await callGraphTool(tool, { symbol: 'x', module: 'm' });
    expect(filtered.text).toContain(
      'Symbol not found: x in module "m"\nLeave out file, module or package. For names like it, use search',
    );
  });

  it.each([
    [{}, 'symbol is required', 'symbol'],
    [{ symbol: '' }, 'symbol is required', 'symbol'],
    [{ symbol: 'a', maxDepth: 0 }, 'maxDepth must be at least 1', 'maxDepth'],
    [{ symbol: 'a', maxDepth: 51 }, 'maxDepth must be at most 50', 'maxDepth'],
    [{ symbol: 'a', depth: 2 }, 'Unknown argument: depth', 'depth'],
    [{ symbol: 'a', max_chars: 10 }, 'max_chars must be at least 1000', 'max_chars'],
  ])('is checked: %j', async (args, message, field) => {
    const { text, answer } = await callGraphTool(tool, args);
    expect(text.split('\n')[0]).toBe(`Error: ${message}`);
    expect(answer.structured).toMatchObject({ error: { details: { field } } });
  });

  it.each(['__proto__', 'constructor', 'a\nb', '`code`', 'x'.repeat(2000), '\ud800'])(
    'may be called %j',
    async (name) => {
      const odd = symbol(`dir\n1/${name}.ts#${name}`);
      const caller = symbol(`dir\n1/${name}.ts#${name}2`);
      const { text, data } = await callers(
        {},
        callsAnswer(odd, [reached(caller, 1, [edge(caller, odd, sites([7]), odd)])]),
      );
      expect(data).toMatchObject({ total: 1, shown: 1 });
      expect(text.split('\n').filter((line) => line.startsWith('file: '))).toHaveLength(1);
      expect(text).toContain('file: dir\\n1/');
      expect(text).toMatch(/ \[10-20\] calls at 7 \(via /);
    },
  );

  it('may be empty in its filters, as some clients send them', async () => {
    const { asked } = await callers({ file: '', module: '', package: '' });
    expect(asked).toEqual([['callers', { symbol: target.id, maxDepth: 1 }]]);
  });
});

describe('the budget', () => {
  const many = (count: number, links = 8): ReachedNode[] =>
    Array.from({ length: count }, (_, i) => {
      const caller = symbol(`src/folder-${i % 7}/file-${i}.ts#Class${i}.method${i}`);
      const edges: GraphEdge[] = Array.from({ length: links }, (__, k) =>
        edge(caller, target, sites(Array.from({ length: 40 }, (___, line) => line * 10 + k)), symbol(`c.ts#Via${k}`)),
      );
      return reached(caller, i < count / 2 ? 1 : 2, edges);
    });

  it.each([
    ['by default', {}, 8000],
    ['as asked', { max_chars: 50_000 }, 50_000],
    ['less', { max_chars: 1000 }, 1000],
  ])('holds %s, in both forms, and counts what it cut', async (_, extra, limit) => {
    const { text, data } = await callers({ maxDepth: 2, ...extra }, callsAnswer(target, many(1500)));
    expect(text.length).toBeLessThan(limit);
    expect(JSON.stringify(data).length).toBeLessThan(limit);
    const shown = Number(data['shown']);
    expect(data['total']).toBe(1500);
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(1500);
    expect(text).toContain(`showing: ${shown}\n`);
    expect(text.match(/^ {2}Class/gm)).toHaveLength(shown);
    expect(text).toContain(`distance 2: 750 symbols`);
    expect(text).toContain(`note: ${1500 - shown} of the 1500 callers do not fit into ${limit} characters: `);
    expect(text.includes('larger max_chars')).toBe(limit < 50_000);
    expect(text).toContain('note: The farthest are not shown; most are in src/folder-');
  });

  it('shortens links before it drops callers, and counts these', async () => {
    const { text, data } = await callers({}, callsAnswer(target, many(20)));
    expect(data).toMatchObject({ total: 20, shown: 20 });
    expect(text).toMatch(/ \+\d+ more \(via Via0\).*; \+\d+ more links?\n/);
  });
});

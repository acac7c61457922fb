/** What the messages of git hosts say, and what does not count. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCatalogue } from '../../team/catalogue/open-catalogue.ts';
import { HookReceiver, movedUrl } from './hook-receiver.ts';
import { HookSecrets } from './hook-secrets.ts';
import { gitHosts, payloadOf, type HostMessage, type HostName } from './host-messages.ts';
import { gitHubPush, gitHubRepositoryOf, gitLabProjectOf, gitLabPush, messageOf, signedGitLabMessage, testSecret, zeros } from './testing/sent-messages.ts'; // prettier-ignore

const [c1, c2] = ['1'.repeat(40), '2'.repeat(40)];
const secrets = new HookSecrets(testSecret, 'test');

function read(host: HostName, event: string, payload: object): HostMessage {
  const { headers, body } = messageOf(host, event, payload);
  return gitHosts[host].read({ headers }, payloadOf(Buffer.from(body))!);
}

describe.each(['github', 'gitlab', 'gitea'] as const)('a push of %s', (host) => {
  const push = host === 'gitlab' ? gitLabPush : gitHubPush;
  const event = host === 'gitlab' ? 'Push Hook' : 'push';
  const server = host === 'gitlab' ? 'gitlab.example.org' : 'github.example.org';
  const readPush = (change: { ref: string; before: string; after: string }): HostMessage =>
    read(host, event, push('team/shop', change));

  it('names the repository, the branch and both commits', () => {
    const message = readPush({ ref: 'refs/heads/feature/a-b', before: c1, after: c2 });
    expect(message.events).toEqual([
      { kind: 'push', names: [`${server}/team/shop`], ref: 'feature/a-b', commit: c2, before: c1 },
    ]);
    expect(message.delivery).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('says that a branch is new, or was deleted', () => {
    expect(readPush({ ref: 'refs/heads/main', before: zeros, after: c2 }).events).toMatchObject([{ commit: c2, before: null }]); // prettier-ignore
    expect(readPush({ ref: 'refs/heads/main', before: c1, after: zeros }).events).toMatchObject([{ commit: null, before: c1 }]); // prettier-ignore
  });

  it.each([
    ['a tag', 'refs/tags/v1', c2],
    ['a note', 'refs/notes/commits', c2],
    ['a branch with a line break', 'refs/heads/a\nb', c2],
    ['a branch that git would refuse', 'refs/heads/../x', c2],
    ['a branch that no database takes', 'refs/heads/a\ud800', c2],
    ['a branch whose name is endless', `refs/heads/${'a'.repeat(2000)}`, c2],
    ['what is no commit', 'refs/heads/main', 'HEAD; rm -rf /'],
    ['nothing', '', ''],
  ])('of %s does not count', (_, ref, after) => {
    expect(readPush({ ref, before: c1, after }).events).toEqual([]);
  });
});

it('a push of GitLab with many branches names them all', () => {
  const change = (ref: string): object => ({ before: zeros, after: c1, ref });
  const changes = [change('refs/heads/a'), change('refs/tags/v1'), change('refs/heads/b')];
  const { events } = read('gitlab', 'System Hook', { event_name: 'repository_update', project: gitLabProjectOf('team/shop'), changes, refs: [] }); // prettier-ignore
  expect(events.map((event) => (event.kind === 'push' ? event.ref : event.kind))).toEqual(['a', 'b']);
});

it('a branch of Gitea is made and deleted by messages of their own', () => {
  const repository = gitHubRepositoryOf('team/shop');
  expect(read('gitea', 'create', { sha: c1, ref: 'new', ref_type: 'branch', repository }).events).toMatchObject([{ kind: 'push', ref: 'new', commit: c1 }]); // prettier-ignore
  expect(read('gitea', 'delete', { ref: 'old', ref_type: 'branch', repository }).events).toMatchObject([{ kind: 'push', ref: 'old', commit: null }]); // prettier-ignore
  expect(read('gitea', 'delete', { ref: 'v1', ref_type: 'tag', repository }).events).toEqual([]);
});

describe('what becomes of a repository', () => {
  const gitHub = (action: string, more: object = {}): unknown =>
    read('github', 'repository', { action, repository: gitHubRepositoryOf('team/shop'), ...more }).events;
  const names = ['github.example.org/team/shop'];

  it('is said by GitHub', () => {
    for (const kind of ['archived', 'unarchived', 'deleted']) expect(gitHub(kind)).toEqual([{ kind, names }]);
    expect(gitHub('renamed', { changes: { repository: { name: { from: 'store' } } } })).toEqual([
      { kind: 'moved', names: ['github.example.org/team/store'], from: 'team/store', to: 'team/shop' },
    ]);
    expect(gitHub('transferred', { changes: { owner: { from: { organization: { login: 'other' } } } } })).toEqual([
      { kind: 'moved', names: ['github.example.org/other/shop'], from: 'other/shop', to: 'team/shop' },
    ]);
    expect(gitHub('edited', { changes: { default_branch: { from: 'master' } } })).toEqual([
      { kind: 'default branch', names, branch: 'main' },
    ]);
    for (const other of ['edited', 'created', 'publicized', '']) expect(gitHub(other)).toEqual([]);
  });

  it('is said by GitLab', () => {
    const project = { path_with_namespace: 'team/shop', project_id: 74 };
    const gitLab = (event: object): unknown => read('gitlab', 'System Hook', { ...project, ...event }).events;
    expect(gitLab({ event_name: 'project_destroy' })).toEqual([{ kind: 'deleted', names: ['gitlab.example.org/team/shop'] }]); // prettier-ignore
    for (const event_name of ['project_rename', 'project_transfer'])
      expect(gitLab({ event_name, old_path_with_namespace: 'old/shop' })).toEqual([
        { kind: 'moved', names: ['gitlab.example.org/old/shop'], from: 'old/shop', to: 'team/shop' },
      ]);
    expect(gitLab({ event_name: 'user_create' })).toEqual([]);
  });

  it('leaves all of an address but the path', () => {
    expect(movedUrl('https://bot@git.example.org:8443/base/Team/Shop.git', 'team/shop', 'a/b.c')).toBe('https://bot@git.example.org:8443/base/a/b.c.git'); // prettier-ignore
    expect(movedUrl('https://example.org/team/shop', 'team/shop', 'a/.github')).toBe('https://example.org/a/.github');
    expect(movedUrl('git@example.org:team/shop', 'team/shop', 'a/b')).toBe('git@example.org:a/b');
    expect(movedUrl('https://example.org/team/shop/', 'team/shop', 'a/b')).toBe('https://example.org/a/b/');
    for (const [url, to] of [
      ['https://example.org/steam/shop', 'a/b'],
      ['https://example.org/other', 'a/b'],
      ['https://example.org/team/shop', '../../etc'],
      ['https://example.org/team/shop', 'a/../b'],
      ['https://example.org/team/shop', '-a/b'],
      ['https://example.org/team/shop', 'a'],
      ['https://example.org/team/shop', 'a/b?x=https://evil'],
    ] as const)
      expect(movedUrl(url, 'team/shop', to), to).toBeNull();
    expect(movedUrl('https://example.org/team/shop', '', 'a/b')).toBeNull();
  });
});

it('what is no message says nothing', () => {
  for (const text of ['', 'null', '7', '"text"', '{', 'payload=', 'payload=%7B']) expect(payloadOf(Buffer.from(text))).toBeNull(); // prettier-ignore
  const form = `payload=${encodeURIComponent(JSON.stringify(gitHubPush('team/shop', { ref: 'refs/heads/main', before: c1, after: c2 })))}`; // prettier-ignore
  expect(payloadOf(Buffer.from(form))!.text('after')).toBe(c2);
  const odd = [{ repository: 'x', ref: 7 }, { repository: { clone_url: ['a'] }, project: null, changes: 'x' }, [], { __proto__: { ref: 'x' } }]; // prettier-ignore
  for (const host of ['github', 'gitlab', 'gitea'] as const)
    for (const event of ['push', 'repository', 'create', 'delete', 'repository_update', ''])
      for (const payload of odd)
        expect(read(host, event, { object_kind: event, ...payload }).events.filter(({ kind }) => kind === 'push')).toEqual([]); // prettier-ignore
});

describe('who has sent a message', () => {
  const { headers, body } = messageOf('github', 'ping', { zen: 'Keep it logically awesome.' });
  const proven = (more: Record<string, string>, text = body, known = secrets): boolean =>
    gitHosts.github.isProven({ headers: { ...headers, ...more }, body: Buffer.from(text) }, known);

  it('is known by the signature of GitHub and Gitea, and by the token of GitLab', () => {
    for (const host of ['github', 'gitea', 'gitlab'] as const) {
      const sent = messageOf(host, 'push', { a: 1 });
      const request = { headers: sent.headers, body: Buffer.from(sent.body) };
      const { mayBeProven, isProven } = gitHosts[host];
      expect([mayBeProven(request, secrets), isProven(request, secrets)], host).toEqual([true, true]);
      const other = new HookSecrets('another secret of sixteen', 'test');
      expect(isProven(request, other), host).toBe(false);
      const [old, both] = [messageOf(host, 'push', {}, { secret: testSecret }), new HookSecrets(`x${testSecret}\n\n  ${testSecret}  \n`, 'test')]; // prettier-ignore
      expect(isProven({ headers: old.headers, body: Buffer.from(old.body) }, both), host).toBe(true);
      for (const without of [{}, { 'x-hub-signature': 'sha1=ab' }])
        expect([mayBeProven({ headers: without }, secrets), isProven({ headers: without, body: request.body }, secrets)]).toEqual([false, false]); // prettier-ignore
    }
  });

  it('is not known by a signature of something else', () => {
    expect(proven({})).toBe(true);
    expect(proven({}, `${body} `)).toBe(false);
    for (const signature of [
      '',
      'sha256=',
      `sha256=${'0'.repeat(64)}`,
      headers['x-hub-signature-256']!.slice(0, -1),
      headers['x-hub-signature-256']!.slice(7),
    ])
      // prettier-ignore
      expect(proven({ 'x-hub-signature-256': signature }), signature).toBe(false);
  });

  describe('of GitLab with a signing token', () => {
    const token = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const at = 1_700_000_000;
    const sent = signedGitLabMessage('Push Hook', { a: 1 }, token, at);
    const judged = (
      {
        text = `${token}\n${testSecret}`,
        nowS = at,
        body: asked = sent.body,
      }: { text?: string; nowS?: number; body?: string },
      more: Record<string, string> = {},
    ): boolean[] => {
      const known = new HookSecrets(text, 'test', () => nowS * 1000);
      const request = { headers: { ...sent.headers, ...more }, body: Buffer.from(asked) };
      return [gitHosts.gitlab.mayBeProven(request, known), gitHosts.gitlab.isProven(request, known)];
    };

    it('is known by its signature, for five minutes', () => {
      expect(judged({})).toEqual([true, true]);
      expect(judged({ nowS: at + 300 })).toEqual([true, true]);
      expect(judged({ nowS: at + 301 })).toEqual([false, false]);
      expect(judged({ nowS: at - 301 })).toEqual([false, false]);
      expect(judged({}, { 'webhook-signature': `v1,AAAA v2,x ${sent.headers['webhook-signature']}` })).toEqual([true, true]); // prettier-ignore
      expect(judged({ text: `whsec_${Buffer.alloc(32).toString('base64')}\n${token}` })).toEqual([true, true]);
    });

    it('is not known by anything else', () => {
      const changes: Record<string, string>[] = [
        { 'webhook-signature': '' },
        { 'webhook-signature': sent.headers['webhook-signature']!.slice(3) },
        { 'webhook-id': 'another' },
        { 'webhook-timestamp': String(at + 1) },
        // Not by the secret token either, where there is a signature.
        { 'webhook-signature': 'v1,AAAA', 'x-gitlab-token': testSecret },
      ];
      for (const more of changes) expect(judged({}, more)[1], JSON.stringify(more)).toBe(false);
      expect(judged({ body: `${sent.body} ` })).toEqual([true, false]);
      expect(judged({}, { 'webhook-timestamp': `${at}.0` })).toEqual([false, false]);
    });

    it('is known by its secret token where there is no signing token here', () => {
      expect(judged({ text: testSecret }, { 'x-gitlab-token': testSecret })).toEqual([true, true]);
      expect(judged({ text: testSecret })).toEqual([false, false]);
      const unsigned = messageOf('gitlab', 'Push Hook', { a: 1 });
      const known = new HookSecrets(`${token}\n${testSecret}`, 'test');
      expect(gitHosts.gitlab.isProven({ headers: unsigned.headers, body: Buffer.from(unsigned.body) }, known)).toBe(
        true,
      );
      expect(gitHosts.gitlab.isProven({ headers: unsigned.headers, body: Buffer.from(unsigned.body) }, new HookSecrets(token, 'test'))).toBe(false); // prettier-ignore
    });

    it('is a delivery by the id that is signed', () => {
      const headers = { ...sent.headers, 'idempotency-key': 'of somebody else' };
      expect(gitHosts.gitlab.read({ headers }, payloadOf(Buffer.from(sent.body))!).delivery).toBe(
        sent.headers['webhook-id'],
      );
    });

    it('is signed as in the example of the standard', () => {
      const known = new HookSecrets('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'test', () => 1_614_265_330_000);
      const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', signedAt: '1614265330', body: Buffer.from('{"test": 2432232314}') }; // prettier-ignore
      expect(known.isSignedInTime({ ...message, signatures: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' })).toBe(true); // prettier-ignore
    });
  });

  it('needs secrets that cannot be guessed', () => {
    for (const text of ['', '\n \n', 'short', `${testSecret}\nshort`, 'whsec_short', `whsec_${'?'.repeat(44)}`, `${testSecret}\nwhsec_`]) expect(() => new HookSecrets(text, 'the file'), text).toThrow('the file has no usable secret'); // prettier-ignore
    try {
      expect(new HookSecrets('hunter2', 'x')).toBeUndefined();
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain('hunter2');
    }
  });
});

it('leaves an address that has a password where it is, and out of the audit', async () => {
  const top = mkdtempSync(join(tmpdir(), 'code-scout-hooks-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const catalogue = await openCatalogue({ location: join(top, 'catalogue.db'), tenant: 'main', creates: true, allowsPlain: false }); // prettier-ignore
  onTestFinished(() => catalogue.close());
  for (const [name, url] of [
    ['old', 'https://bot:s3cret@example.org/team/old'],
    ['new', 'https://example.org/team/new'],
  ] as const)
    await catalogue.addRepository({ name: `example.org/team/${name}`, url, defaultRef: 'main', forkOf: null });
  const before = await catalogue.readAudit(10);
  const logged: string[] = [];
  const receiver = new HookReceiver(catalogue, ({ event, repository }) => logged.push(`${event} ${repository}`));
  const events = ['old', 'new'].flatMap((name): HostMessage['events'] => [
    { kind: 'moved', names: [`example.org/team/${name}`], from: `team/${name}`, to: `team/${name}er` },
  ]);
  await receiver.receive({ delivery: null, what: 'repository', events });
  await receiver.receive({ delivery: null, what: 'repository', events: [{ kind: 'default branch', names: ['example.org/team/old'], branch: 'trunk' }] }); // prettier-ignore
  expect(logged).toEqual(['ignored example.org/team/old', 'changed example.org/team/new', 'ignored example.org/team/old']); // prettier-ignore
  expect((await catalogue.readAudit(10)).slice(0, -before.length).map(({ detail }) => detail)).toEqual([
    { repository: 2, url: 'https://example.org/team/newer', defaultRef: 'main' },
  ]);
});

/**
 * Messages of git hosts: who has sent one, and what it says about a repository. Knows the forms of GitHub, GitLab, Gitea and Forgejo.
 * Invariant: nothing of a message is an address that is fetched; it only says which repository is meant, and what has become of it there.
 */
import { isBranchName } from '../../source/git/branch-name.ts';
import { nameOfAddress } from '../../source/git/git-trees.ts';
import { headerOf, type HttpRequest } from '../../util/http-message.ts';
import type { HookSecrets, TimedMessage } from './hook-secrets.ts';

export type HostEvent = { names: readonly string[] } & (
  | {
      kind: 'push';
      /** Name of the branch. */
      ref: string;
      /** Null: the branch was deleted. */
      commit: string | null;
      /** The commit before, null for none; absent where the host does not say. */
      before?: string | null;
    }
  | { kind: 'archived' | 'unarchived' | 'deleted' }
  /** Renamed, or given to another owner. Paths are those of the host, as `owner/name`. */
  | { kind: 'moved'; from: string; to: string }
  | { kind: 'default branch'; branch: string }
);

export interface HostMessage {
  /** The id that the host gave to it, which it keeps when it is sent again; null where there is none. */
  delivery: string | null;
  /** What the host calls it. */
  what: string;
  /** Empty for what says nothing that counts here. */
  events: HostEvent[];
}

type Sent = Pick<HttpRequest, 'headers'>;

export interface GitHost {
  /** Whether the headers may be of somebody who knows a secret: asked before a body is read. */
  mayBeProven(request: Sent, secrets: HookSecrets): boolean;
  /** Whether the message is of somebody who knows a secret. */
  isProven(request: Sent & Pick<HttpRequest, 'body'>, secrets: HookSecrets): boolean;
  read(request: Sent, payload: Payload): HostMessage;
}

export type HostName = 'github' | 'gitlab' | 'gitea';

/** What is not as expected reads as empty. */
export class Payload {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  at(...path: readonly string[]): Payload {
    let value = this.#value;
    for (const key of path)
      value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined; // prettier-ignore
    return new Payload(value);
  }

  text(...path: readonly string[]): string {
    const value = this.at(...path).#value;
    return typeof value === 'string' ? value : '';
  }

  list(...path: readonly string[]): Payload[] {
    const value = this.at(...path).#value;
    return Array.isArray(value) ? value.slice(0, maxChanges).map((one) => new Payload(one)) : [];
  }
}

/** Branches of one push that are heard of; polls find more. */
const maxChanges = 1000;
const deliveryId = /^[\x21-\x7e]{1,200}$/;

/** Of a body in JSON, or of a form with it. Null for neither. */
export function payloadOf(body: Uint8Array): Payload | null {
  const text = Buffer.from(body).toString('utf8');
  const json = text.startsWith('payload=') ? (new URLSearchParams(text).get('payload') ?? '') : text;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? new Payload(value) : null;
  } catch {
    return null;
  }
}

function deliveryOf(request: Sent, header: string): string | null {
  const id = headerOf(request, header) ?? '';
  return deliveryId.test(id) ? id : null;
}

/** Null for no commit: the branch was not there. */
function commitOf(id: string): string | null | undefined {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return undefined;
  return /^0+$/.test(id) ? null : id;
}

/** Of a change of a branch; nothing for tags and other references. */
function pushed(names: readonly string[], change: Payload): HostEvent[] {
  const [, ref = ''] = /^refs\/heads\/(.+)$/.exec(change.text('ref')) ?? [];
  const [before, commit] = [commitOf(change.text('before')), commitOf(change.text('after'))];
  if (!isBranchName(ref) || commit === undefined) return [];
  return [{ kind: 'push', names, ref, commit, ...(before === undefined ? {} : { before }) }];
}

function namesOf(addresses: readonly string[]): string[] {
  return [...new Set(addresses.flatMap((one) => nameOfAddress(one) ?? []))];
}

/** Other names of the host's repositories that one has, or had, under another path. */
function namesAt(names: readonly string[], from: string, to: string): string[] {
  return names.flatMap((name) => (name.endsWith(`/${to}`) ? [name.slice(0, -to.length) + from] : []));
}

const gitHubNames = (payload: Payload): string[] =>
  namesOf(['clone_url', 'ssh_url', 'html_url'].map((key) => payload.text('repository', key)));

const signed = (header: string, form: RegExp): Pick<GitHost, 'mayBeProven' | 'isProven'> => {
  const signature = (request: Sent): string => form.exec(headerOf(request, header) ?? '')?.[1] ?? '';
  return {
    mayBeProven: (request) => signature(request) !== '',
    isProven: (request, secrets) => secrets.isSignature(request.body, signature(request)),
  };
};

function gitHubRepository(payload: Payload, names: readonly string[]): HostEvent[] {
  const [action, full] = [payload.text('action'), payload.text('repository', 'full_name')];
  const [owner = '', name = ''] = full.split('/');
  const moved = (from: string): HostEvent[] => [{ kind: 'moved', names: namesAt(names, from, full), from, to: full }];
  switch (action) {
    case 'archived':
    case 'unarchived':
    case 'deleted':
      return [{ kind: action, names }];
    case 'renamed':
      return moved(`${owner}/${payload.text('changes', 'repository', 'name', 'from')}`);
    case 'transferred': {
      const from = payload.at('changes', 'owner', 'from');
      return moved(`${from.text('user', 'login') || from.text('organization', 'login')}/${name}`);
    }
    case 'edited': {
      const branch = payload.text('repository', 'default_branch');
      const isMeant = payload.text('changes', 'default_branch', 'from') !== '' && isBranchName(branch);
      return isMeant ? [{ kind: 'default branch', names, branch }] : [];
    }
    default:
      return [];
  }
}

const gitHub: GitHost = {
  ...signed('x-hub-signature-256', /^sha256=([0-9a-f]{64})$/i),
  read(request, payload) {
    const what = headerOf(request, 'x-github-event') ?? '';
    const names = gitHubNames(payload);
    const events = what === 'push' ? pushed(names, payload) : what === 'repository' ? gitHubRepository(payload, names) : []; // prettier-ignore
    return { delivery: deliveryOf(request, 'x-github-delivery'), what, events };
  },
};

/** Also of Forgejo, which sends these headers besides its own. */
const gitea: GitHost = {
  ...signed('x-gitea-signature', /^([0-9a-f]{64})$/i),
  read(request, payload) {
    const what = headerOf(request, 'x-gitea-event') ?? '';
    const names = gitHubNames(payload);
    return { delivery: deliveryOf(request, 'x-gitea-delivery'), what, events: giteaEvents(what, payload, names) };
  },
};

function giteaEvents(what: string, payload: Payload, names: readonly string[]): HostEvent[] {
  if (what === 'push') return pushed(names, payload);
  if (what === 'repository' && payload.text('action') === 'deleted') return [{ kind: 'deleted', names }];
  if (payload.text('ref_type') !== 'branch') return [];
  const ref = `refs/heads/${payload.text('ref')}`;
  if (what === 'create') return pushed(names, new Payload({ ref, after: payload.text('sha') }));
  return what === 'delete' ? pushed(names, new Payload({ ref, after: '0'.repeat(40) })) : [];
}

/** By a signing token, if there is one here and the message has a signature; else by the secret token, which older versions send. */
const gitLab: GitHost = {
  mayBeProven(request, secrets) {
    const signature = signatureOf(request, secrets);
    return signature === null ? hasSecretToken(request, secrets) : secrets.isInTime(signature.signedAt);
  },
  isProven(request, secrets) {
    const signature = signatureOf(request, secrets);
    return signature === null ? hasSecretToken(request, secrets) : secrets.isSignedInTime({ ...signature, body: request.body }); // prettier-ignore
  },
  read(request, payload) {
    const what = payload.text('object_kind') || payload.text('event_name');
    const instance = (headerOf(request, 'x-gitlab-instance') ?? '').replace(/\/$/, '');
    // Only the first one is signed; both are equal. Older versions have neither, and give the same event id to what follows from another message.
    const delivery = deliveryOf(request, 'webhook-id') ?? deliveryOf(request, 'idempotency-key');
    return { delivery, what, events: gitLabEvents(what, payload, instance) };
  },
};

function signatureOf(request: Sent, secrets: HookSecrets): Omit<TimedMessage, 'body'> | null {
  const signatures = headerOf(request, 'webhook-signature');
  if (!secrets.hasSigningTokens || signatures === undefined) return null;
  const [id = '', signedAt = ''] = ['webhook-id', 'webhook-timestamp'].map((name) => headerOf(request, name));
  return { id, signedAt, signatures };
}

function hasSecretToken(request: Sent, secrets: HookSecrets): boolean {
  return secrets.isSecret(headerOf(request, 'x-gitlab-token') ?? '');
}

function gitLabEvents(what: string, payload: Payload, instance: string): HostEvent[] {
  const path = payload.text('path_with_namespace');
  const at = (one: string): string[] => namesOf([`${instance}/${one}`]);
  switch (what) {
    case 'push':
    case 'repository_update': {
      const names = namesOf(['git_http_url', 'git_ssh_url', 'web_url'].map((key) => payload.text('project', key)));
      const changes = what === 'push' ? [payload] : payload.list('changes');
      return changes.flatMap((change) => pushed(names, change));
    }
    case 'project_destroy':
      return [{ kind: 'deleted', names: at(path) }];
    case 'project_rename':
    case 'project_transfer': {
      const from = payload.text('old_path_with_namespace');
      return from === path ? [] : [{ kind: 'moved', names: at(from), from, to: path }];
    }
    default:
      return [];
  }
}

export const gitHosts: Readonly<Record<HostName, GitHost>> = { github: gitHub, gitlab: gitLab, gitea };

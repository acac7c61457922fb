/** Messages as git hosts send them, in the fields that their documentation names; most others are left out. */
import { createHmac } from 'node:crypto';
import type { HostName } from '../host-messages.ts';

export interface SentMessage {
  headers: Record<string, string>;
  body: string;
}

export const testSecret = 'a secret of sixteen or more';
export const zeros = '0'.repeat(40);

/** @param path of the repository on its host, as `team/shop` */
export function gitHubRepositoryOf(path: string, host = 'github.example.org'): object {
  const [owner, name] = path.split('/');
  return {
    ...{
      id: 186853002,
      name,
      full_name: path,
      private: true,
      owner: { login: owner, id: 21031067, type: 'Organization' },
    },
    html_url: `https://${host}/${path}`,
    git_url: `git://${host}/${path}.git`,
    ssh_url: `git@${host}:${path}.git`,
    clone_url: `https://${host}/${path}.git`,
    default_branch: 'main',
    archived: false,
  };
}

function signed(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

export function gitHubMessage(
  event: string,
  payload: object,
  more: { delivery?: string; secret?: string } = {},
): SentMessage {
  const body = JSON.stringify(payload);
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-delivery': more.delivery ?? '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      'x-github-event': event,
      'x-github-hook-id': '292430182',
      'x-hub-signature-256': `sha256=${signed(body, more.secret ?? testSecret)}`,
    },
    body,
  };
}

/** Also the form of Gitea. */
export function gitHubPush(path: string, change: { ref: string; before: string; after: string }): object {
  return {
    ...change,
    created: change.before === zeros,
    deleted: change.after === zeros,
    forced: false,
    repository: gitHubRepositoryOf(path),
    pusher: { name: 'ann', email: 'ann@example.org' },
    commits: [
      {
        id: change.after,
        message: 'Next',
        timestamp: '2026-11-30T10:00:00Z',
        added: ['a.ts'],
        removed: [],
        modified: [],
      },
    ],
  };
}

export function giteaMessage(
  event: string,
  payload: object,
  more: { delivery?: string; secret?: string } = {},
): SentMessage {
  const { headers, body } = gitHubMessage(event, payload, more);
  const delivery = more.delivery ?? 'f6266f16-1bf3-46a5-9ea4-602e06ead473';
  return {
    headers: {
      ...headers,
      'x-gitea-delivery': delivery,
      'x-gitea-event': event,
      'x-gitea-signature': signed(body, more.secret ?? testSecret),
    },
    body,
  };
}

export function gitLabMessage(
  event: string,
  payload: object,
  more: { delivery?: string; secret?: string } = {},
): SentMessage {
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitLab/17.5.0',
      'idempotency-key': more.delivery ?? 'f5e57c3b-0c9b-4cb6-a4cc-3a1d0a0d4f31',
      'x-gitlab-event': event,
      'x-gitlab-event-uuid': '13792a34-cac6-4fda-95a8-c58e00a3954e',
      'x-gitlab-instance': 'https://gitlab.example.org',
      'x-gitlab-token': more.secret ?? testSecret,
      'x-gitlab-webhook-uuid': '02affd2d-2cba-4033-917d-ec22d5dc4b38',
    },
    body: JSON.stringify(payload),
  };
}

/** As GitLab sends it where a webhook has a signing token and no secret token. @param signedAt seconds since 1970 */
export function signedGitLabMessage(event: string, payload: object, token: string, signedAt: number): SentMessage {
  const { headers, body } = gitLabMessage(event, payload);
  const { 'x-gitlab-token': _, ...others } = headers;
  const id = headers['idempotency-key']!;
  const key = Buffer.from(token.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${signedAt}.${body}`).digest('base64');
  return {
    headers: {
      ...others,
      'webhook-id': id,
      'webhook-timestamp': String(signedAt),
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}

export function gitLabProjectOf(path: string): object {
  return {
    ...{ id: 15, name: path.split('/').at(-1), path_with_namespace: path, default_branch: 'main', visibility_level: 0 },
    web_url: `https://gitlab.example.org/${path}`,
    git_ssh_url: `git@gitlab.example.org:${path}.git`,
    git_http_url: `https://gitlab.example.org/${path}.git`,
  };
}

export function gitLabPush(path: string, change: { ref: string; before: string; after: string }): object {
  const { after } = change;
  return {
    ...{ object_kind: 'push', event_name: 'push', ...change, checkout_sha: after === zeros ? null : after },
    ...{
      user_name: 'Ann',
      project_id: 15,
      project: gitLabProjectOf(path),
      total_commits_count: 1,
      commits: [{ id: after }],
    },
  };
}

export function messageOf(
  host: HostName,
  event: string,
  payload: object,
  more: { delivery?: string; secret?: string } = {},
): SentMessage {
  return { github: gitHubMessage, gitlab: gitLabMessage, gitea: giteaMessage }[host](event, payload, more);
}

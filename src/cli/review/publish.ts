/**
 * Publishes a review as a comment of the pull or merge request that a CI job runs for: the comment of an earlier run is replaced.
 * Invariants: nothing is sent unless `--publish` was given; the token goes to the host's own address only, no redirect is followed, and the address is
 * encrypted or this machine's.
 */
import { reviewTokenVariable, type Environment } from '../../config/environment.ts';
import { AppError } from '../../model/error.ts';
import { withoutEndSlashes } from '../../util/paths/system-paths.ts';
import { commentMark } from './markdown.ts';
import type { CommentHost } from './review-options.ts';

/** The comments of one pull request, by the interface of its host. */
interface Comments {
  headers: Readonly<Record<string, string>>;
  /** The address of a page of comments, from 1. */
  page: (number: number) => string;
  /** Where a comment is made (POST). */
  create: string;
  /** Where a comment is changed. */
  update: (id: number) => { method: 'PATCH' | 'PUT'; url: string };
  /** Whether a comment may be one of ours: it is not replaced if a person wrote it. */
  isOwn: (comment: Comment) => boolean;
  right: string;
}

interface Comment {
  id: number;
  body: string;
  user?: { type?: string };
  author?: { id?: number };
}

const timeoutMs = 20_000;
const pageSize = 100;
/** The most comments that are looked through for an earlier one: the host would need minutes for more. */
const maxPages = 20;
const maxAnswerChars = 20_000_000;

/** Rejects with an `AppError` where the job has no such request, or the host refuses. */
export async function publishComment(
  host: CommentHost,
  text: string,
  { reviewToken, reviewedChange }: Pick<Environment, 'reviewToken' | 'reviewedChange'>,
): Promise<void> {
  if (reviewToken === null)
    throw new AppError('ConfigurationError', `--publish needs ${reviewTokenVariable}`, {
      hint: 'Set it to a token that may write comments; on GitHub to ${{ github.token }} in a job with `pull-requests: write`.',
    });
  const comments =
    host === 'github' ? githubComments(reviewedChange, reviewToken) : await gitlabComments(reviewedChange, reviewToken);
  const earlier = await earlierComment(comments);
  const { method, url } = earlier === null ? { method: 'POST', url: comments.create } : comments.update(earlier);
  await send(comments, method, url, { body: text });
}

function githubComments({ github }: Environment['reviewedChange'], token: string): Comments {
  if (github === null)
    throw notInJob('github', 'GITHUB_API_URL, GITHUB_REPOSITORY and GITHUB_REF (refs/pull/NUMBER/merge)');
  const { api, repository, number } = github;
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw notInJob('github', 'GITHUB_REPOSITORY (OWNER/NAME)');
  const issues = `${hostAddress(api)}/repos/${repository}/issues`;
  return {
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    page: (page) => `${issues}/${number}/comments?per_page=${pageSize}&page=${page}`,
    create: `${issues}/${number}/comments`,
    update: (id) => ({ method: 'PATCH', url: `${issues}/comments/${id}` }),
    isOwn: ({ user }) => user?.type === 'Bot',
    right: 'the permission `pull-requests: write`',
  };
}

async function gitlabComments({ gitlab }: Environment['reviewedChange'], token: string): Promise<Comments> {
  if (gitlab === null) throw notInJob('gitlab', 'CI_API_V4_URL, CI_PROJECT_ID and CI_MERGE_REQUEST_IID');
  const { api, project, number } = gitlab;
  const notes = `${hostAddress(api)}/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`;
  const comments: Comments = {
    headers: { 'private-token': token },
    page: (page) => `${notes}?per_page=${pageSize}&page=${page}`,
    create: notes,
    update: (id) => ({ method: 'PUT', url: `${notes}/${id}` }),
    isOwn: () => false,
    right: 'the scope `api`',
  };
  const user = (await send(comments, 'GET', `${hostAddress(api)}/user`)) as { id?: number };
  return { ...comments, isOwn: ({ author }) => author?.id !== undefined && author.id === user.id };
}

/** The id of the newest comment that an earlier run has made; null for none. */
async function earlierComment(comments: Comments): Promise<number | null> {
  let found: number | null = null;
  for (let page = 1; page <= maxPages; page++) {
    const list = await send(comments, 'GET', comments.page(page));
    if (!Array.isArray(list)) break;
    for (const comment of list as Comment[])
      if (typeof comment?.body === 'string' && comment.body.startsWith(commentMark) && comments.isOwn(comment))
        if (Number.isSafeInteger(comment.id)) found = comment.id;
    if (list.length < pageSize) break;
  }
  return found;
}

async function send({ headers, right }: Comments, method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new AppError('FileSystemError', `The comment was not published: ${new URL(url).host} cannot be reached`, {
      hint: 'Behind a proxy, set NODE_USE_ENV_PROXY=1 and HTTPS_PROXY.',
      cause: error,
    });
  });
  const text = await response.text();
  if (response.ok && text.length <= maxAnswerChars) return parsed(text);
  const isRefused = response.status === 401 || response.status === 403 || response.status === 404;
  throw new AppError(
    'FileSystemError',
    `The comment was not published: ${new URL(url).host} answered ${response.status}`,
    {
      hint: isRefused
        ? `The token needs ${right}. A pull request from a fork has no such token.`
        : 'Run the job again; the comment is also on standard output.',
    },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** An address without a slash at its end. A token is sent there, so it is encrypted or does not leave this machine. */
function hostAddress(given: string): string {
  const url = URL.parse(given);
  const isLocal = url !== null && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    return withoutEndSlashes(`${url.origin}${url.pathname}`);
  throw new AppError('ConfigurationError', 'The address of the host is not an https address', {
    hint: 'GITHUB_API_URL or CI_API_V4_URL names it.',
  });
}

function notInJob(host: CommentHost, variables: string): AppError {
  return new AppError('ConfigurationError', `--publish ${host} works only in a job for a pull request`, {
    hint: `Such a job has the variables ${variables}.`,
  });
}

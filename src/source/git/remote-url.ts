/** Addresses of repositories. They stand on command lines, in messages and in an audit, so none may have a secret. */
import { isAbsolute } from 'node:path';
import { AppError } from '../../model/error.ts';

/** Whether the address has a password, or a user of HTTPS, as which hosts take tokens. */
export function hasLogin(url: string): boolean {
  return /^(?:https?:\/\/[^/?#]*@|(?:[a-z][a-z0-9+.-]*:\/\/)?[^/\\?#@:]*:[^/\\?#]*@)/i.test(url);
}

/** Throws a `ValidationError` for what git would take for an option, a program, or a protocol that is not spoken here; and for a login. */
export function requireRemoteUrl(url: string): void {
  if (hasLogin(url)) {
    const [, shown] = /@([^@]*)$/.exec(url)!;
    throw new AppError('ValidationError', `The address of a repository has a user or a password: …@${shown!.slice(0, 200)}`, {
      hint: 'Others would see it. Give the address without, and the password to git: in a credential helper, or in ~/.netrc of the user of this process. Then name the repository by `code-scout catalogue add` again.',
      details: { field: 'url', expected: 'an address without user and password', received: null },
    }); // prettier-ignore
  }
  const isUrl = /^(?:https|ssh|file):\/\/[^\s\0]+$/i.test(url) && URL.canParse(url);
  // user@host:path, as ssh has it.
  const isShort = /^[A-Za-z0-9_][A-Za-z0-9._-]*@[A-Za-z0-9][A-Za-z0-9.-]*:(?!:)[^\s\0]+$/.test(url);
  if (url.length < 2000 && (isUrl || isShort || (isAbsolute(url) && !url.includes('\0')))) return;
  // What is before an @ may be a password that is not written as it should be.
  const shown = url.replace(/^.*@/s, '…@').slice(0, 200);
  throw new AppError('ValidationError', `This is no address of a repository: ${shown}`, {
    hint: 'It is https://HOST/PATH, ssh://HOST/PATH, git@HOST:PATH, or an absolute path of this machine.',
    details: { field: 'url', expected: 'an address that git can clone', received: shown },
  });
}

/** Small git repositories in temporary folders. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { initRepository } from '../../src/util/testing/init-repository.ts';
import { writeOldFile } from './cli-process.ts';

const files: Record<string, string> = {
  'package.json': '{ "name": "fixture", "version": "1.0.0" }\n',
  '.gitignore': 'ignored/\n',
  'ignored/login.ts': 'export const ignoredLogin = 1;\n',
  'src/auth/login-service.ts': `import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Session } from './session.ts';
import { hashPassword } from './password.ts';
import { auditTrail } from './audit.ts';
import { limits } from './limits.ts';

/** Signs users in. */
export class LoginService {
  signIn(name: string, password: string): Session {
    return new Session(hashPassword(name + password));
  }
  signOut(session: Session): void {
    auditTrail(session);
  }
}

export function loginUser(name: string, password: string): Session {
  return new LoginService().signIn(name, password);
}

export function logoutUser(session: Session): void {
  new LoginService().signOut(session);
}

export type LoginName = string;
export const loginLimit = limits.login ?? Number(readFileSync('limit')) ?? z;
`,
  'src/auth/session.ts': 'export class Session {\n  constructor(readonly token: string) {}\n}\n',
  'src/auth/password.ts': 'export function hashPassword(text: string): string {\n  return text;\n}\n',
  'src/auth/audit.ts': 'export function auditTrail(entry: unknown): void {}\n',
  'src/auth/limits.ts': 'export const limits: { login?: number } = {};\n',
  'src/auth/login-service.test.ts': `import { loginUser } from './login-service.ts';

test('login', () => {
  loginUser('a', 'b');
});
`,
  'src/internal.ts': 'const loginSecret = 1;\nvoid loginSecret;\n',
  'tools/report.py': `import os
from login import user


def report_login(user):
    """Writes a login report."""
    return os.path.join("x", user)
`,
  'docs/login.md': '# Login\n\nHow users sign in.\n',
};

const made: string[] = [];
// Vitest ends its test processes without an `exit` event.
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder, which is removed after the tests. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-')));
  made.push(folder);
  return folder;
}

/** A file's name without the characters that Windows does not permit. Elsewhere as it is. */
export function permittedName(name: string): string {
  return process.platform === 'win32' ? name.replaceAll(/["?\n]/g, '') : name;
}

/** A git repository with a few files about logins. */
export function fixtureProject(extra: Record<string, string> = {}): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries({ ...files, ...extra })) writeOldFile(join(root, path), text);
  initRepository(root);
  return root;
}

/** A repository that is large enough for its indexing to take a while. */
export function largeProject(count: number): string {
  const root = temporaryFolder();
  const body = Array.from(
    { length: 40 },
    (_, i) => `export function step${i}(value: number): number {\n  return value + ${i};\n}\n`,
  ).join('\n');
  for (let i = 0; i < count; i++)
    writeOldFile(join(root, `src/part-${i % 50}/module-${i}.ts`), `export class Module${i} {}\n${body}`);
  initRepository(root);
  return root;
}

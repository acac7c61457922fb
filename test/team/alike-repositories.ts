/** Small repositories that are much alike, for tests of what one shows of another. */

/** The files of a repository. Each has a word of its own, and shares all others: names, paths and packages. */
export function sourcesOf(name: string, mark: string): Record<string, string> {
  return {
    'package.json': `{ "name": "@acme/${name}", "version": "1.0.0", "main": "src/index.ts", "dependencies": { "@acme/alpha": "*" } }\n`,
    'src/index.ts': `export { loginUser, ${mark}Secret } from './auth/login.ts';\n`,
    'src/auth/login.ts': `import { hashPassword } from '@acme/alpha';
import { Session } from './session.ts';

/** Signs users in, by their password. ${mark} */
export function loginUser(name: string, password: string): Session {
  return new Session(hashPassword(name + password));
}

export function hashPassword(text: string): string {
  return [...text].reverse().join('');
}

/** What only ${name} has: ${mark}. */
export function ${mark}Secret(): Session {
  return loginUser('${mark}', '${mark}');
}
`,
    'src/auth/session.ts': `/** A session of a user. */
export class Session {
  constructor(readonly key: string) {}
  /** Whether the password is still right. */
  isValid(): boolean {
    return this.key !== '${mark}';
  }
}
`,
    [`src/auth/${mark}.ts`]: `import { loginUser } from './login.ts';
export const ${mark}User = loginUser('a', 'b');
`,
    'docs/login.md': `# Login\n\nHow users sign in with a password and get a session. ${mark} ${mark} ${mark}\n`,
  };
}

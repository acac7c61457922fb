import { describe, expect, test } from 'vitest';
import { isForeignPath, isInternalName, judgeName, tooLargeDetail } from './skipped-names.ts';

describe('secrets', () => {
  test.each([
    ...['.env', '.env.local', '.env.production', 'app/.env', 'docker/prod.env', '.envrc', '.ENV', '.env.test.local'],
    ...[
      'server.pem',
      'tls/server.key',
      'id_rsa',
      'id_rsa.old',
      'deploy/id_ed25519',
      'id_ecdsa_sk',
      'cert.p12',
      'cert.PFX',
    ],
    ...['release.jks', 'debug.keystore', '.netrc', '.npmrc', 'packages/a/.npmrc', '.pypirc', '.docker/config.json'],
    ...[
      'home/.docker/config.json',
      'passwords.kdbx',
      '.htpasswd',
      '.aws/credentials',
      'x/.aws/config',
      '.git-credentials',
    ],
    ...['.kube/config', 'terraform.tfstate', 'config/master.key', 'credentials.json', '.cargo/credentials.toml'],
    ...['.bash_history', '.m2/settings.xml', 'auth.json', 'AuthKey_1.p8', '.gnupg/pubring.kbx', 'config/secrets.yml'],
    ...['.dev.vars', 'vpn/office.ovpn', '.pgpass'],
    ...[
      'secrets.yml',
      'k8s/secrets.yaml',
      'secrets.json',
      'service-account.json',
      'firebase-adminsdk.json',
      'gcp-key.json',
    ],
    ...[
      'my-app-firebase-adminsdk-x1y2.json',
      'kubeconfig',
      'infra/terraform.tfvars',
      'wallet.dat',
      'token.txt',
      'password.txt',
    ],
    ...[
      '.env~',
      'id_rsa ',
      'id_rsa.bak',
      '.npmrc.orig',
      'server.key.old',
      '.netrc.bak~',
      '.ssh/config',
      '.env.local.save',
    ],
  ])('%s', (path) => {
    expect(judgeName(path)).toBe('secret');
  });

  test.each([
    ...[
      '.env.example',
      '.env.sample',
      '.env.template',
      '.env.dist',
      '.env.defaults',
      '.env.local.example',
      'example.env',
    ],
    ...[
      'id_rsa.pub',
      'id_ed25519.pub',
      'src/env.ts',
      'environment.ts',
      'password.ts',
      'secrets/store.go',
      'credentials.ts',
    ],
    ...[
      'config.json',
      'docker/config.json',
      'locales/en/auth.json',
      'src/keys.ts',
      'key',
      'pem',
      'config/settings.yml',
    ],
    ...[
      'src/kube/config',
      'aws/credentials',
      'npmrc',
      '__proto__',
      'constructor',
      '',
      'a.envoy',
      'id_rsaish.md',
      'id_rsa_ci.pub',
      '.github/x.yml',
    ],
    ...[
      'secrets.ts',
      'tokens.txt',
      'tokenizer.txt',
      'app.ts~',
      'notes.old',
      'id_rsa.pub.bak',
      '.env.example~',
      'database.yml',
      'prod.tfvars',
    ],
  ])('not: %s', (path) => {
    expect(judgeName(path)).toBe(null);
  });

  test('are judged in linear time', () => {
    expect(judgeName(`${' '.repeat(250)}x~`)).toBe(null);
    expect(judgeName(`${'.bak'.repeat(60)}x.old`)).toBe(null);
  });
});

describe('binary by name', () => {
  test.each([
    ...[
      'a.png',
      'A.JPG',
      'x/a.zip',
      'a.exe',
      'a.wasm',
      'a.woff2',
      'a.pdf',
      'lib.so',
      'A.class',
      'a.jar',
      'a.mp4',
      'a.sqlite',
    ],
    ...['.DS_Store', 'x/.a.swp', 'a.tar.gz', 'a.min.js.gz'],
  ])('%s', (path) => {
    expect(judgeName(path)).toBe('binary');
  });

  test.each([
    ...[
      'a.ts',
      'a.mts',
      'a.svg',
      'a.snap',
      'a.obj',
      'a.mo',
      'a.dot',
      'a.db',
      'png',
      'zip/a',
      'a.',
      '.png/a',
      'Makefile',
      'a.pdb',
    ],
  ])('not: %s', (path) => {
    expect(judgeName(path)).toBe(null);
  });
});

test.each([
  ['.git', true],
  ['.code-scout', true],
  ['.jj', true],
  ['.gitignore', false],
  ['.github', false],
  ['git', false],
])('%s is internal: %s', (name, expected) => {
  expect(isInternalName(name)).toBe(expected);
});

test.each(
  [
    ...[
      '',
      '..',
      '../a',
      'a/../b',
      'a/..',
      '/etc/passwd',
      './a',
      'a//b',
      'a/./b',
      '.git/config',
      'sub/.git',
      'a/.GIT/x',
    ],
    ...['.code-scout/database.db', '.svn/', '.hg'],
  ]
    .map((path): [string, boolean] => [path, true])
    .concat(
      [
        ...[
          'a',
          'a/b',
          '.gitignore',
          '.github/x',
          'a..b',
          '..a',
          'a/...',
          '...',
          'x.git/a',
          'nested/',
          'a/.code-scoutignore',
        ],
      ].map((path): [string, boolean] => [path, false]),
    ),
)('%j leads out or is internal: %s', (path, expected) => {
  expect(isForeignPath(path)).toBe(expected);
});

test.each([
  [12_897_485, 10 * 1024 ** 2, '12.3 MB, limit 10 MB'],
  [10 * 1024 ** 2 + 1, 10 * 1024 ** 2, '10485761 B, limit 10485760 B'],
  [2048, 100, '2 KB, limit 100 B'],
  [3 * 1024 ** 3, 1024 ** 2, '3 GB, limit 1 MB'],
])('%d bytes of %d', (size, limit, detail) => {
  expect(tooLargeDetail(size, limit)).toBe(detail);
});

/**
 * Files that are judged by their name alone and never opened: those that contain secrets, and those that contain no text.
 * Invariant: a name that a tool reserves for secrets is left out, unless it says that it is a template, and so are copies of such files. Words that only
 * suggest secrets (`password.ts`, `secrets/`, `database.yml`) are not a reason, since code and settings have these names as often.
 */

/** Whole names, in lower case. */
const secretNames = new Set([
  // Host keys of servers and tools; a pattern below matches keys of users.
  ...['ssh_host_rsa_key', 'ssh_host_dsa_key', 'ssh_host_ecdsa_key', 'ssh_host_ed25519_key'],
  // Logins that network tools store in plain text.
  ...['.netrc', '_netrc', '.git-credentials', '.rhosts', '.htpasswd', '.htdigest', '.s3cfg', '.boto', '.vault-token'],
  // Package registries: tokens for publishing.
  ...['.npmrc', '.pypirc', '.dockercfg'],
  // Data bases.
  ...['.pgpass', 'pgpass.conf', '.my.cnf', '.mylogin.cnf', '.databrickscfg', '.snowsql'],
  // Infrastructure: logins, state files, which repeat the secrets of every resource, and the passwords of Ansible's and Rails' vaults.
  ...['.terraformrc', 'terraform.rc', 'terraform.tfstate', 'terraform.tfstate.backup', '.vault_pass', '.vault-pass'],
  ...['master.key', '.dev.vars', 'local.settings.json', '.secrets', 'terraform.tfvars', 'kubeconfig', 'wallet.dat'],
  // Data files of nothing but secrets, as frameworks and people call them.
  ...['secrets.yml', 'secrets.yaml', 'secrets.json', 'secrets.toml', 'password.txt', 'passwords.txt', 'token.txt'],
  // Google: keys and tokens, by the names of the download.
  ...['credentials.json', 'client_secret.json', 'application_default_credentials.json', 'gcp-key.json'],
  ...['service-account.json', 'service_account.json', 'serviceaccount.json', 'firebase-adminsdk.json'],
  // History of shells and consoles: everything typed, passwords included.
  ...['.bash_history', '.zsh_history', '.sh_history', '.psql_history', '.mysql_history', '.rediscli_history'],
  ...['.node_repl_history', '.python_history', '.irb_history'],
]);

const secretExtensions = new Set([
  // Private keys, and bundles with them. Some contain public parts only, but finding that out would mean opening them.
  ...['pem', 'key', 'p12', 'pfx', 'p8', 'ppk'],
  // Java's and Android's key stores, Apple's key chains and profiles, VPN profiles.
  ...['jks', 'keystore', 'bks', 'keychain', 'keychain-db', 'mobileprovision', 'ovpn'],
  // Password managers.
  ...['kdbx', 'kdb', '1pux', 'agilekeychain', 'opvault'],
]);

/** The end of a copy's name: `.env~`, `id_rsa.bak`, `.npmrc.orig`, a space. */
const copyEnd = /(?:~|\s|\.(?:bak|backup|old|orig|save))+$/;
const mayBeCopy = /[~\s]$|\.(?:bak|backup|old|orig|save)[~\s]*$/;

/** Google's and Firebase's keys of service accounts, by the names of the download (`my-app-firebase-adminsdk-x1y2.json`). */
const serviceKey = /-firebase-adminsdk-[a-z0-9-]+\.json$/;

/** Users' SSH keys (`id_rsa`, `id_ed25519.old`), but not the public halves. */
const privateKey = /^id_(rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)([._-].*)?$/;

/** `.env` and its kin: `.env.local`, `prod.env`, `.envrc`. */
const environmentFile = /^(\.env(\..+|rc)?|.+\.env)$/;
const environmentTemplate =
  /^\.env(\..+)?\.(example|sample|template|tpl|dist|defaults?|schema)$|^(example|sample|template|dist|defaults?)\.env$/;

/** Names that are reserved for secrets only in a certain folder. */
const secretPath = new RegExp(
  [
    '\\.aws/(credentials|config)',
    '\\.docker/config\\.json',
    '\\.kube/config',
    '\\.cargo/credentials(\\.toml)?',
    '\\.gem/credentials',
    '\\.m2/settings(-security)?\\.xml',
    '\\.config/gh/hosts\\.yml',
    '\\.gnupg/[^/]+',
    '\\.ssh/[^/]+',
    '\\.streamlit/secrets\\.toml',
    'config/secrets\\.yml',
  ]
    .map((place) => `(?:^|/)${place}$`)
    // Composer's tokens; deeper down the name may mean anything.
    .concat('^auth\\.json$')
    .join('|'),
);

/** Extensions of formats without text. Where text files may have the same extension (`.obj`, `.mo`, `.snap`), the content decides instead. */
const binaryExtensions = new Set([
  // Pictures.
  ...['png', 'jpg', 'jpeg', 'jfif', 'gif', 'bmp', 'ico', 'icns', 'cur', 'tif', 'tiff', 'webp', 'avif', 'heic', 'heif'],
  ...['psd', 'xcf', 'jp2', 'jxl', 'dds', 'ktx', 'ktx2', 'exr', 'tga', 'cr2', 'nef', 'dng', 'sketch', 'indd'],
  // Sound and film. (`.ts` is not among them.)
  ...[
    'mp3',
    'mp4',
    'm4a',
    'm4v',
    'wav',
    'flac',
    'ogg',
    'oga',
    'ogv',
    'opus',
    'aac',
    'aif',
    'aiff',
    'wma',
    'wmv',
    'avi',
  ],
  ...['mov', 'mkv', 'webm', 'flv', 'mpg', 'mpeg', '3gp', 'mid', 'midi', 'swf'],
  // Archives and packages.
  ...[
    'zip',
    'gz',
    'tgz',
    'bz2',
    'tbz2',
    'xz',
    'txz',
    'lz4',
    'lzma',
    'zst',
    'br',
    '7z',
    'rar',
    'tar',
    'cab',
    'iso',
    'dmg',
  ],
  ...['deb', 'rpm', 'apk', 'aab', 'ipa', 'msi', 'appimage', 'jar', 'war', 'ear', 'aar', 'whl', 'egg', 'gem', 'nupkg'],
  ...['crate', 'vsix', 'xpi', 'crx', 'jmod', 'phar'],
  // Programs, libraries, object code, byte code, files cached by compilers.
  ...[
    'exe',
    'dll',
    'so',
    'dylib',
    'o',
    'ko',
    'elf',
    'class',
    'dex',
    'pyc',
    'pyo',
    'pyd',
    'wasm',
    'beam',
    'rlib',
    'rmeta',
  ],
  ...['cmo', 'cmx', 'cmi', 'elc', 'luac', 'nib', 'node', 'efi', 'pch', 'gch', 'swiftmodule', 'bin', 'dmp', 'ilk'],
  // Fonts.
  ...['ttf', 'otf', 'ttc', 'woff', 'woff2', 'eot', 'pfb', 'pfm'],
  // Documents.
  ...['pdf', 'doc', 'docx', 'xls', 'xlsx', 'xlsm', 'xlsb', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'odg', 'epub', 'mobi'],
  ...['djvu', 'vsd', 'vsdx', 'chm', 'mdb', 'accdb'],
  // Data bases and data sets.
  ...[
    'sqlite',
    'sqlite3',
    'db3',
    'sqlite-wal',
    'sqlite-shm',
    'db-wal',
    'db-shm',
    'mdf',
    'ibd',
    'parquet',
    'avro',
    'orc',
  ],
  ...['feather', 'arrow', 'h5', 'hdf5', 'npy', 'npz', 'rdata', 'rds', 'sas7bdat', 'pkl', 'pickle', 'joblib'],
  // Models' weights, three-dimensional scenes, games' assets.
  ...['safetensors', 'gguf', 'ggml', 'onnx', 'pth', 'ckpt', 'tflite', 'mlmodel', 'keras', 'blend', 'fbx', 'glb', '3ds'],
  ...['uasset', 'umap', 'unitypackage', 'pak'],
  // Editors and desktops.
  ...['swp', 'swo', 'ds_store', 'xcuserstate', 'gmo', 'qm'],
]);

/** Why a file is left out without opening it; null when it is to be read. `path` is relative to the root. */
export function judgeName(path: string): 'secret' | 'binary' | null {
  const lower = path.toLowerCase();
  const last = lower.slice(lower.lastIndexOf('/') + 1);
  // What editors and people add to the name of a copy.
  const name = mayBeCopy.test(last) ? last.replace(copyEnd, '') : last;
  if (secretNames.has(name)) return 'secret';
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot + 1);
  if (secretExtensions.has(extension)) return 'secret';
  if (name.includes('.env') && environmentFile.test(name) && !environmentTemplate.test(name)) return 'secret';
  if (name.startsWith('id_') && privateKey.test(name)) return 'secret';
  if (mayBeSecretPath(lower, name) && secretPath.test(lower)) return 'secret';
  if (name.endsWith('.json') && serviceKey.test(name)) return 'secret';
  return binaryExtensions.has(last.slice(last.lastIndexOf('.') + 1)) && last.includes('.') ? 'binary' : null;
}

/** A cheap test before `secretPath`: that expression matches only paths in hidden folders and two names of files. */
function mayBeSecretPath(path: string, name: string): boolean {
  return path.startsWith('.') || path.includes('/.') || name === 'auth.json' || name === 'secrets.yml';
}

/** Folders and files of version control or of Code Scout itself. They are not part of any project, and not reported as skipped. */
const internalNames = ['.git', '.hg', '.svn', '.jj', '.code-scout'];
const internalNameSet = new Set(internalNames);

export function isInternalName(name: string): boolean {
  return name.startsWith('.') && internalNameSet.has(name);
}

const ownPath = /(?:^|\/)\.code-scout(?:\/|$)/;

/** Whether a path is an index folder, or inside one. */
export function isOwnPath(path: string): boolean {
  return path.includes('.code-scout') && ownPath.test(path);
}

/** A part of a path that leads elsewhere or is internal. Some file systems ignore case. */
const foreignPart = new RegExp(`(?:^|/)(?:\\.{0,2}|${internalNames.join('|').replaceAll('.', '\\.')})(?:/|$)`, 'i');
const onWindows = process.platform === 'win32';

/** Whether a path given by others leads out of the root, or to files of version control or of Code Scout. */
export function isForeignPath(path: string): boolean {
  if (onWindows && /[\\:]/.test(path)) return true;
  const suspicious =
    path === '' || path.startsWith('.') || path.startsWith('/') || path.includes('/.') || path.includes('//');
  return suspicious && foreignPart.test(path.endsWith('/') ? path.slice(0, -1) : path);
}

/** Detail of `tooLarge`: `12.3 MB, limit 10 MB`. */
export function tooLargeDetail(size: number, maxFileSize: number): string {
  const [shown, limit] = [formatSize(size), formatSize(maxFileSize)];
  return shown === limit ? `${size} B, limit ${maxFileSize} B` : `${shown}, limit ${limit}`;
}

function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const power = bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3;
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${['B', 'KB', 'MB', 'GB'][power]}`;
}

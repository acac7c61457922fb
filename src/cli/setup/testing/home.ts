/** For tests: a temporary home folder, and a terminal that records what is printed. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { readEnvironment } from '../../../config/environment.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { SetupContext, Mode } from '../carry-out.ts';
import type { Locations } from '../clients.ts';

export interface TestHome {
  folder: string;
  locations(platform?: NodeJS.Platform, folders?: Partial<Locations['folders']>): Locations;
  write(path: string, text: string | Uint8Array): string;
  read(path: string): string | null;
  /** Every file and folder, with the contents of files. */
  snapshot(): Record<string, string | null>;
  remove(): void;
}

export function createTestHome(): TestHome {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'setup-')));
  return {
    folder,
    locations: (platform = 'linux', folders = {}) => ({
      platform,
      home: folder,
      project: join(folder, 'project'),
      folders: {
        codex: null,
        claude: null,
        gemini: null,
        xdgConfig: null,
        appData: null,
        localAppData: null,
        ...folders,
      },
    }),
    write(path, text) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    read: (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null),
    snapshot() {
      const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
      const contentOf = (path: string): string | null =>
        statSync(path).isFile() ? readFileSync(path).toString('latin1') : null;
      return Object.fromEntries(paths.map((path) => [path.replaceAll(sep, '/'), contentOf(join(folder, path))]));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface TestTerminal extends Terminal {
  printed: string[];
}

export function createTestTerminal(workingDirectory: string): TestTerminal {
  const printed: string[] = [];
  return {
    environment: readEnvironment({}),
    workingDirectory,
    printed,
    out: (line) => void printed.push(line),
    err: (line) => void printed.push(line),
    errRaw: (text) => void printed.push(text),
    width: null,
    errColumns: () => 80,
    errWidth: null,
    hasStyles: false,
    paint: (_, text) => text,
    paintErr: (_, text) => text,
    setColor: () => {},
    usePager: () => {},
    progressStyle: 'lines',
    inputIsTerminal: false,
    cancellation: () => new AbortController().signal,
  };
}

/** Records lie in the home, beside what is written. */
export function testSetupContext(
  home: TestHome,
  mode: Mode,
  answers: readonly boolean[] = [],
): SetupContext & { terminal: TestTerminal } {
  const left = [...answers];
  return {
    terminal: createTestTerminal(home.folder),
    json: false,
    mode,
    confirm: () => Promise.resolve(left.shift() ?? false),
    userConfigDirectory: join(home.folder, '.config', 'code-scout'),
  };
}

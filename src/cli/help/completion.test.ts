import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completionScript, shells } from './completion.ts';
import type { Shell } from './completion.ts';
import { createProgram } from '../program.ts';
import { processTerminal } from '../terminal/terminal.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'completion-'));
  mkdirSync(join(folder, 'some folder'));
  mkdirSync(join(folder, 'other'));
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(folder, 'file.db'), '');
  const program = createProgram({ terminal: processTerminal(), exit: () => {} });
  for (const shell of shells) writeFileSync(join(folder, `script.${shell}`), completionScript(shell, program));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The last word is the one being completed. */
function bash(words: readonly string[]): string[] {
  const list = words.map((word) => `'${word}'`).join(' ');
  const script = `source script.bash; COMP_WORDS=(${list}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _code_scout; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return lines(execFileSync('bash', ['--norc', '-c', script], { cwd: folder, encoding: 'utf8' }));
}

function fish(words: readonly string[]): string[] {
  const script = `source script.fish; complete -C '${words.join(' ')}'`;
  const output = execFileSync('fish', ['--no-config', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: join(folder, 'home') },
  });
  return lines(output).map((line) => line.split('\t')[0] ?? line);
}

/** zsh completes only in an editor, so one is run in a pseudo-terminal, and its list read. */
function zsh(words: readonly string[], expected: string): string[] {
  const script = `
    zmodload zsh/zpty
    zpty z 'HOME=${folder}/home zsh -f -i'
    send() { zpty -w z "$1" }
    send 'PS1=; autoload -Uz compinit; compinit -D -u; source script.zsh'
    send "zstyle ':completion:*' list-prompt ''; zstyle ':completion:*' verbose no; LISTMAX=10000; setopt no_always_last_prompt; bindkey '^I' list-choices"
    send 'print -r -- re''ady'
    zpty -r -m z line '*ready*'
    zpty -w -n z "${words.join(' ')}"$'\\t'
    zpty -r -m z line '*${expected}*'; print -rn -- "$line"
    sleep 0.1
    while zpty -r -t z line; do print -rn -- "$line"; done
    zpty -d z`;
  const { stdout } = spawnSync('zsh', ['-f', '-c', script], { cwd: folder, encoding: 'utf8' });
  const text = stdout.replaceAll(/\u001b\[[?0-9;]*[A-Za-z]/g, ' ');
  return text.split(/[\s]+/).filter(Boolean);
}

function lines(text: string): string[] {
  return text.split('\n').filter(Boolean).toSorted();
}

const completers: Readonly<Record<Shell, (words: readonly string[], expected: string) => string[]>> = {
  bash,
  zsh,
  fish,
};
const installed = shells.filter((shell) => spawnSync(shell, ['-c', 'exit 0']).status === 0);

it('is tested in at least one shell', () => {
  expect(installed).toContain('bash');
});

// No test can start a shell that is not there. Whoever changes completion.ts installs all three (Debian: apt-get install zsh fish) and runs this file.
it.skipIf(installed.length === shells.length)(`runs in ${shells.join(', ')}`, () => {
  expect(installed).toEqual(shells);
});

describe.each(installed)('%s', (shell) => {
  const complete = completers[shell];
  it.each([
    [['code-scout', 'ta'], 'tags', ['index', '--root']],
    [['code-scout', 'do'], 'doctor', ['tags']],
    [['code-scout', 'tags', '--has'], '--has-exports', ['--force', '--limit']],
    [['code-scout', '--db', 'x.db', 'index', '--fo'], '--force', ['--reason']],
    [['code-scout', 'files', '--reason', 'tooL'], 'tooLarge', ['binary']],
    [['code-scout', 'completion', 'zs'], 'zsh', ['bash', 'fish']],
    [['code-scout', 'tags', '--language', 'pyth'], 'python', ['ruby']],
    [['code-scout', '--color', 'al'], 'always', ['never']],
    [['code-scout', 'help', 'impa'], 'impact', ['index', 'complete-symbols']],
    [['code-scout', 'setup', 'cl'], 'claude-code', ['zed']],
    [['code-scout', 'tool', 'get_im'], 'get_impact', ['get_callers']],
    [['code-scout', 'compl'], 'completion', ['complete-symbols']],
  ])('%j', (words, expected, absent) => {
    const candidates = complete(words, expected);
    // With a single candidate zsh writes it into the line instead of listing it.
    const all = shell === 'zsh' ? candidates.join(' ') : candidates;
    expect(all).toContain(expected);
    for (const word of absent) expect(all).not.toContain(word);
  });
});

describe('bash', () => {
  it('completes folders with blanks as one word', () => {
    expect(bash(['code-scout', 'index', ''])).toEqual(['home', 'other', 'some folder']);
    expect(bash(['code-scout', '--root', 'so'])).toEqual(['some folder']);
    expect(bash(['code-scout', '--db', 'fi'])).toEqual(['file.db']);
    expect(bash(['code-scout', 'status', '--root', '=', 'ot'])).toEqual(['other']);
  });

  it('completes symbols by asking the program, and files where it knows none', () => {
    const answer = '#!/bin/sh\n[ "$1 $2 $3" = "complete-symbols -- moor" ] && printf "moorVessel\\nmoor.run\\n"\n';
    writeFileSync(join(folder, 'code-scout'), answer, { mode: 0o755 });
    expect(bash(['./code-scout', 'callers', 'moor'])).toEqual(['moor.run', 'moorVessel']);
    expect(bash(['./code-scout', 'usage', 'file'])).toEqual(['file.db']);
    rmSync(join(folder, 'code-scout'));
  });

  it('offers nothing for free text', () => {
    expect(bash(['code-scout', 'tags', '--limit', ''])).toEqual([]);
    expect(bash(['code-scout', 'tags', ''])).toEqual([]);
  });
});

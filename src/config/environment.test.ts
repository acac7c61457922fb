import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';

describe('readEnvironment', () => {
  it.each([
    [{ XDG_CONFIG_HOME: '/x' }, 'linux', join('/x', 'code-scout')],
    [{ XDG_CONFIG_HOME: 'relative' }, 'linux', join(homedir(), '.config', 'code-scout')],
    [{}, 'linux', join(homedir(), '.config', 'code-scout')],
    [{}, 'darwin', join(homedir(), 'Library', 'Application Support', 'code-scout')],
    [{ APPDATA: '/roaming' }, 'win32', join('/roaming', 'code-scout')],
  ] as const)('%j on %s', (variables, platform, expected) => {
    expect(readEnvironment(variables, platform).userConfigDirectory).toBe(expected);
  });

  it('names the folders of other programs', () => {
    const none = { codex: null, claude: null, gemini: null, xdgConfig: null, appData: null, localAppData: null };
    expect(readEnvironment({ CODEX_HOME: '', XDG_CONFIG_HOME: 'relative' }).clientFolders).toEqual(none);
    const variables = {
      CODEX_HOME: '/codex',
      CLAUDE_CONFIG_DIR: '/claude',
      GEMINI_CLI_HOME: '/gemini',
      XDG_CONFIG_HOME: '/x',
      APPDATA: '/a',
      LOCALAPPDATA: '/l',
    };
    expect(readEnvironment(variables).clientFolders).toEqual({
      codex: '/codex',
      claude: '/claude',
      gemini: '/gemini',
      xdgConfig: '/x',
      appData: '/a',
      localAppData: '/l',
    });
  });

  it.each([
    [{}, false, false],
    [{ NO_COLOR: '' }, false, false],
    [{ NO_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, false, false],
  ])('colour by %j', (variables, noColor, forceColor) => {
    expect(readEnvironment(variables)).toMatchObject({ noColor, forceColor });
  });

  it('keeps settings apart, the key to itself, and git’s own variables from git', () => {
    const environment = readEnvironment({
      CODE_SCOUT_LOGGING_LEVEL: 'info',
      CODE_SCOUT_EMBEDDING_API_KEY: ' sk-secret\n',
      CLAUDE_PROJECT_DIR: '/p',
      GIT_DIR: '/elsewhere',
      GIT_EXTERNAL_DIFF: 'evil',
      PATH: '/bin',
      SHELL: '/usr/bin/zsh',
    });
    expect([...environment.settings]).toEqual([['CODE_SCOUT_LOGGING_LEVEL', 'info']]);
    expect(environment.embeddingKey).toBe('sk-secret');
    expect(environment.claudeProjectDirectory).toBe('/p');
    expect(environment.shell).toBe('zsh');
    expect(Object.keys(environment.forGit).sort()).toEqual([
      'CLAUDE_PROJECT_DIR',
      'CODE_SCOUT_LOGGING_LEVEL',
      'PATH',
      'SHELL',
    ]);
  });

  it.each([
    [{}, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_SDK_DISABLED: 'TRUE' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_EXPORTER: 'none' }, null],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c/t' }, { sampler: null, samplerArgument: null }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
      { sampler: 'traceidratio', samplerArgument: '0.1' },
    ],
  ])('sends traces by %j: %j', (variables, expected) => {
    expect(readEnvironment(variables).traces).toEqual(expected);
  });

  it('keeps the key of a collector from other programs', () => {
    const { forGit } = readEnvironment({ OTEL_EXPORTER_OTLP_HEADERS: 'key=secret', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'k=s', PATH: '/bin' }); // prettier-ignore
    expect({ ...forGit }).toEqual({ PATH: '/bin' });
  });
});

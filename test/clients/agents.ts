/**
 * For each agent: its settings for a model on loopback, how to ask it one question without a terminal, and the names it
 * gives our tools.
 */
import type { Dialect, OfferedTool } from './dialect.ts';
import { anthropicDialect } from './dialect-anthropic.ts';
import { geminiDialect } from './dialect-gemini.ts';
import { openAiDialect } from './dialect-openai.ts';

export interface Agent {
  /** The agent's id in `setup` and in packages.ts. */
  id: string;
  dialect: Dialect;
  offeredAs(own: string): OfferedTool;
  /**
   * Its settings before `setup`, by path in the home folder. They trust the project, because nobody can answer a
   * prompt.
   */
  settings(url: string, project: string): Readonly<Record<string, string>>;
  /** The file in the project that `setup --scope project` writes. */
  projectFile: string;
  args: readonly string[];
  env(url: string): Readonly<Record<string, string>>;
  /** Does not rewrite its settings itself, so `unsetup` must restore them byte for byte. */
  keepsSettings: boolean;
}

const question = 'Where is login?';

export const agents: readonly Agent[] = [
  {
    id: 'claude-code',
    dialect: anthropicDialect,
    offeredAs: (own) => ({ name: `mcp__code-scout__${own}`, group: null }),
    settings: () => ({
      '.claude.json': '{"hasCompletedOnboarding": true}\n',
      '.claude/settings.json': '{"enabledMcpjsonServers": ["code-scout"]}\n',
    }),
    projectFile: '.mcp.json',
    args: ['-p', question, '--allowedTools', 'mcp__code-scout'],
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    keepsSettings: false,
  },
  {
    id: 'codex',
    dialect: openAiDialect,
    offeredAs: (own) => ({ name: own.replaceAll('-', '_'), group: 'mcp__code_scout' }),
    projectFile: '.codex/config.toml',
    settings: (url, project) => ({
      '.codex/config.toml': [
        '# of the test',
        'model = "gpt-5.5"',
        'model_provider = "mock" # on loopback',
        'approval_policy = "never"',
        'check_for_update_on_startup = false',
        '',
        '[model_providers.mock]',
        'name = "mock"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        '',
        '[analytics]',
        'enabled = false',
        '',
        `[projects.${JSON.stringify(project)}]`,
        'trust_level = "trusted"',
        '',
      ].join('\n'),
    }),
    args: ['exec', '--skip-git-repo-check', question],
    env: () => ({}),
    keepsSettings: true,
  },
  {
    id: 'gemini',
    dialect: geminiDialect,
    offeredAs: (own) => ({ name: `mcp_code-scout_${own}`, group: null }),
    projectFile: '.gemini/settings.json',
    settings: () => ({
      '.gemini/settings.json': [
        '{',
        '  // of the test',
        '  "security": { "auth": { "selectedType": "gemini-api-key" } },',
        '  "privacy": { "usageStatisticsEnabled": false },',
        '  "general": { "enableAutoUpdate": false }',
        '}',
        '',
      ].join('\n'),
    }),
    args: ['-p', question, '-m', 'gemini-2.5-pro', '--approval-mode', 'yolo'],
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    keepsSettings: true,
  },
];

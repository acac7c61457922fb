/** The settings of the user's team. */
import type { EngineConfig, TeamSettings } from '../engine-options.ts';

const none: TeamSettings = { url: '', keys: [], repository: '', waitMs: 2000, allowHttp: false };

export function teamSettings({ team }: EngineConfig): TeamSettings {
  return team ?? none;
}

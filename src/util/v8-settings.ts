/**
 * Settings of V8 that this program changes while it runs. With any that is not its own V8 takes no code that was compiled before, neither Node's,
 * which Node brings with it, nor ours: a thread that begins then takes half as long again until it has loaded. So threads that are waited for
 * begin with V8's own, which does no harm for as long as they load.
 * Invariant: those that are wanted hold again when the last of those threads has loaded. They are of the whole process, and known in the thread
 * that has set them only.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * V8's major version where these settings were tried: of Node 22, 24 and 26, in which all that are changed have the same values of V8's own but
 * one (`late-optimisation.ts`). Null elsewhere, where none is changed: V8 complains of those that it does not know.
 */
export const triedVersion = ([12, 13, 14] as const).find((one) => process.versions.v8.startsWith(`${one}.`)) ?? null;

interface Setting {
  wanted: string;
  usual: string;
}

interface KnownSetting extends Setting {
  isWanted: boolean;
}

const settings = new Map<string, KnownSetting>();
let loading = 0;

function apply({ wanted, usual, isWanted }: KnownSetting): void {
  setFlagsFromString(isWanted && loading === 0 ? wanted : usual);
}

/** @param usual V8's own value, which is set whenever the wish rests */
export function want(name: string, { wanted, usual }: Setting): void {
  const setting = { wanted, usual, isWanted: true };
  settings.set(name, setting);
  apply(setting);
}

/** From now on it is as V8 has it. */
export function unwant(name: string): void {
  const setting = settings.get(name);
  if (setting === undefined) return;
  setting.isWanted = false;
  apply(setting);
}

/** V8's own settings, until what is given is called; a second call of that does nothing. */
export function loadAsUsual(): () => void {
  if (loading++ === 0) for (const setting of settings.values()) apply(setting);
  let isLoading = true;
  return () => {
    if (isLoading && --loading === 0) for (const setting of settings.values()) apply(setting);
    isLoading = false;
  };
}

/** As they are wanted now, for a thread that has loaded before this one hears of it. */
export function wantedSettings(): string[] {
  return [...settings.values()].filter(({ isWanted }) => isWanted).map(({ wanted }) => wanted);
}

export function applySettings(wanted: readonly string[]): void {
  for (const one of wanted) setFlagsFromString(one);
}

/** Light or dark: what the system says, unless the reader has chosen. */
import { useState } from 'preact/hooks';

export type Theme = 'system' | 'light' | 'dark';
const key = 'code-scout-theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

function stored(): Theme {
  const value = localStorage.getItem(key);
  return themes.find((theme) => theme === value) ?? 'system';
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function applyStoredTheme(): void {
  apply(stored());
}

/** The theme, and what chooses the next one. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState(stored);
  const next = (): void => {
    const chosen = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
    localStorage.setItem(key, chosen);
    apply(chosen);
    setTheme(chosen);
  };
  return [theme, next];
}

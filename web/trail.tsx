/** The trail: what was visited last, and what is pinned. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export interface Visited {
  url: string;
  title: string;
}

const trailKey = 'code-scout-trail';
const pinsKey = 'code-scout-pins';
const longestTrail = 30;
const shownInBar = 8;

/** Null for what another version, or another page, has left there. */
function readList(storage: Storage, key: string): Visited[] {
  try {
    const value = JSON.parse(storage.getItem(key) ?? '[]') as unknown;
    return Array.isArray(value) ? value.filter(isVisited) : [];
  } catch {
    return [];
  }
}

function isVisited(value: unknown): value is Visited {
  if (typeof value !== 'object' || value === null || !('url' in value) || !('title' in value)) return false;
  return typeof value.url === 'string' && value.url.startsWith('#/') && typeof value.title === 'string';
}

function writeList(storage: Storage, key: string, list: readonly Visited[]): void {
  try {
    storage.setItem(key, JSON.stringify(list));
  } catch {
    // The browser keeps nothing for this page: the trail ends with it.
  }
}

export interface Trail {
  /** The last one first; the present one is among them. */
  visited: readonly Visited[];
  pins: readonly Visited[];
  isPinned: boolean;
  togglePin(): void;
}

/** @param isSubject whether the present state shows a thing that is worth coming back to */
export function useTrail(present: Visited, isSubject: boolean): Trail {
  const [visited, setVisited] = useState(() => readList(sessionStorage, trailKey));
  const [pins, setPins] = useState(() => readList(localStorage, pinsKey));
  const { url, title } = present;
  useEffect(() => {
    if (!isSubject) return;
    setVisited((last) => {
      const list = [present, ...last.filter((one) => one.title !== title)].slice(0, longestTrail);
      writeList(sessionStorage, trailKey, list);
      return list;
    });
  }, [url, title, isSubject]);
  const isPinned = pins.some((one) => one.url === url);
  return {
    visited,
    pins,
    isPinned,
    togglePin() {
      const list = isPinned ? pins.filter((one) => one.url !== url) : [...pins, present];
      writeList(localStorage, pinsKey, list);
      setPins(list);
    },
  };
}

export function TrailBar({ trail, present }: { trail: Trail; present: Visited }): VNode | null {
  const shown = trail.visited.slice(0, shownInBar).toReversed();
  if (shown.length < 2 && trail.pins.length === 0) return null;
  return (
    <nav class="trail" aria-label="Trail">
      {trail.pins.length === 0 ? null : (
        <ul class="pins" aria-label="Pinned">
          {trail.pins.map((one) => (
            <li key={one.url}>
              <a href={one.url} title={one.title}>
                <bdi>{one.title}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      <ol aria-label="Visited">
        {shown.map((one) => (
          <li key={one.url}>
            <a href={one.url} title={one.title} aria-current={one.title === present.title ? 'page' : undefined}>
              <bdi>{one.title}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

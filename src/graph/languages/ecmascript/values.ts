/** JavaScript: components, and the properties of every function. */
import { type Value, instancesOf } from '../../questions/values.ts';

/** Whether a file is a component, whose markup and scripts may use names without importing them. */
export function isComponent({ path }: { path: string }): boolean {
  return /\.(?:vue|svelte|astro|marko|riot)$/i.test(path);
}

/** A property that functions and classes have without declaring it; undefined for any other. */
export function functionMember(part: Value & { kind: 'function' | 'static' }, name: string): Value | null | undefined {
  if (name === 'prototype') return instancesOf(part);
  return part.kind === 'function' && (name === 'call' || name === 'apply') ? part : undefined;
}

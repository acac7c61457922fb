/** Keys as users write them. */
import { expect, it } from 'vitest';
import { makeKey, parsePublicKey, parseSigningKey } from './keys.ts';

it('a key is one line, and nothing else is one', () => {
  const key = parseSigningKey(makeKey().pem);
  expect(parsePublicKey(key.public.text)).toMatchObject({ text: key.public.text, id: key.public.id });
  for (const bad of ['', 'ed25519:', 'ed25519:abc', `${key.public.text}x`, makeKey().pem])
    expect(() => parsePublicKey(bad)).toThrow('not of the form');
  expect(() => parseSigningKey('no key')).toThrow('no PEM file');
});

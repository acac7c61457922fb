/** Detecting a file's language where several share its extension. */
import { expect, it } from 'vitest';
import { createLanguageDetector } from '../engine/indexing/language-detector.ts';

const languages = createLanguageDetector({ extensions: [], disabled: [] });

it('is detected behind the comments at the start of a file', async () => {
  const comment = '// Copyright of many, who say at length what may be done with it.\n'.repeat(100);
  expect((await languages.detect('a.h', `${comment}class Shape {\n`))?.id).toBe('cpp');
  expect((await languages.detect('a.h', `${comment}struct shape {\n`))?.id).toBe('c');
});

/** Names every place that a tool or a language still needs outside of its own folder: file, and what to add there. Run by `npm run check`. */
import { tools } from '../src/tools/registry.ts';
import {
  missingLanguagePlaces,
  missingToolPlaces,
  placeText,
  tooLongInstructions,
  wrongLanguageCount,
} from './lib/places.ts';
import { readLanguages } from './lib/registries.ts';

const folders = await readLanguages();
const missing = [
  ...tooLongInstructions(),
  ...wrongLanguageCount(folders.flatMap(({ languages }) => languages)),
  ...tools.flatMap(missingToolPlaces),
  ...folders.flatMap(({ folder, languages }) =>
    languages.flatMap((language) => missingLanguagePlaces(folder, language)),
  ),
];
const [wanted] = process.argv.slice(2);
for (const place of missing) if (wanted === undefined || place.name === wanted) console.log(placeText(place));
if (missing.length > 0) process.exitCode = 1;

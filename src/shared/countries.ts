import isoCountries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
}

isoCountries.registerLocale(english);

/** Every country with its English name, in alphabetical order. */
export const countries: readonly Country[] = Object.entries(
  isoCountries.getNames('en', { select: 'official' }),
)
  .map(([code, name]) => ({ code, name }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

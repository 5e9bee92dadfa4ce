import polyglot from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { expect, it, vi } from 'vitest';
import { consoleTexts, withConsoleTexts } from './console-texts';

const inLanguage = (messages: object) =>
  withConsoleTexts(polyglot(() => ({ ...english, ...messages }), 'de', undefined, { allowMissing: true }))
    .translate;

it("a language that leaves react-admin's English as it is has the console's words for it", () => {
  const translate = inLanguage({ Users: 'Benutzer' });
  expect(translate('ra.notification.updated', { smart_count: 1 })).toBe('Saved');
  expect(translate('ra.notification.deleted', { smart_count: 3 })).toBe('3 deleted');
  expect(translate('ra.page.create', { name: 'Benutzer' })).toBe('Add to Benutzer');
  expect(translate('Users')).toBe('Benutzer');
  expect(translate('ra.action.edit')).toBe('Edit');
});

it('what a language says itself is said, but for the header of a column, which is its name', () => {
  const translate = inLanguage({
    ra: {
      ...english.ra,
      notification: { ...english.ra.notification, updated: 'Gespeichert' },
      sort: { ...english.ra.sort, sort_by: 'Sortieren nach %{field}' },
    },
  });
  expect(translate('ra.notification.updated', { smart_count: 1 })).toBe('Gespeichert');
  expect(translate('ra.sort.sort_by', { field: 'Name' })).toBe('');
});

it('a button that sorts says by what, in the language of the console', () => {
  // As react-admin's button asks for it.
  const asked = { field_lower_first: 'name', order: 'ascending', _: 'ra.sort.sort_by' };
  const translate = inLanguage({
    ra: { ...english.ra, sort: { ...english.ra.sort, sort_by: 'Nach %{field_lower_first}' } },
  });
  expect(translate('ra.sort.sort_by', asked)).toBe('Nach name');
  for (const { translate } of [consoleTexts, { translate: inLanguage({}) }])
    expect(translate('ra.sort.sort_by', asked)).toBe('Sort by name ascending');
});

it('what a language does not name is said in English, with what stands in it filled in, and without a complaint', () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { translate } = withConsoleTexts(polyglot(() => ({ ...english, Users: 'Benutzer' }), 'de'));
  expect(translate('Marked %{smart_count}', { smart_count: 2 })).toBe('Marked 2');
  expect(translate('Ok')).toBe('Ok');
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});

it('a page of a record that is not there is titled by what it would be', () => {
  const translate = inLanguage({});
  expect(translate('ra.page.edit', { name: 'Note', recordRepresentation: 'First' })).toBe('Note: First');
  expect(translate('ra.page.show', { name: 'Note', recordRepresentation: '' })).toBe('Note');
});

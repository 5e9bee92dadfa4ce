import polyglot from 'ra-i18n-polyglot';
import raEnglish from 'ra-language-english';
import { expect, it } from 'vitest';
import { consoleTexts, withConsoleTexts } from './console-texts';
import { withResourceTexts } from './resource-texts';

const tickets = { name: 'tickets', options: { label: 'Requests', singular: 'Request' } };
const notes = { name: 'notes', options: { label: 'Notes' } };

/** As the console is in a language of these messages; in English without any. */
function inLanguage(messages?: object) {
  const texts = messages
    ? withConsoleTexts(polyglot(() => ({ ...raEnglish, ...messages }), 'fr'))
    : consoleTexts;
  const { translate } = withResourceTexts(texts, [tickets, notes]);
  /** As react-admin asks for what it makes up. */
  const ask = (key: string, made: string, values: object = {}) => translate(key, { ...values, _: made });
  const titleOf = (resource: string, name: string) =>
    ask(`resources.${resource}.page.create`, translate('ra.page.create', { name }));
  return { ask, titleOf, translate };
}

it('what react-admin makes of the name of a field is said in the language, by the English text or by its own key', () => {
  const { ask } = inLanguage({ Due: 'Échéance', resources: { tickets: { fields: { effort: 'Durée' } } } });
  expect(ask('resources.tickets.fields.due', 'Due')).toBe('Échéance');
  expect(ask('resources.tickets.fields.effort', 'Effort')).toBe('Durée');
  expect(ask('resources.tickets.fields.details', 'Details')).toBe('Details');
  expect(inLanguage().ask('resources.tickets.fields.due', 'Due')).toBe('Due');
});

it('one record is called as its options say, in the language', () => {
  const one = { smart_count: 1 };
  const several = { smart_count: 2 };
  const { ask } = inLanguage();
  expect(ask('resources.tickets.name', 'Requests', one)).toBe('Request');
  expect(ask('resources.tickets.name', 'Requests', several)).toBe('Requests');
  expect(ask('resources.notes.name', 'Notes', one)).toBe('Notes');
  const french = inLanguage({ Request: 'Demande', Requests: 'Demandes' });
  expect(french.ask('resources.tickets.name', 'Requests', one)).toBe('Demande');
  expect(french.ask('resources.tickets.name', 'Requests', several)).toBe('Demandes');
});

it('a page that adds a record is called after it, unless the language has a title of its own', () => {
  const { titleOf } = inLanguage();
  expect(titleOf('tickets', 'Request')).toBe('Add request');
  expect(titleOf('notes', 'Notes')).toBe('Add to Notes');
  const named = inLanguage({ Request: 'Demande', 'Add request': 'Nouvelle demande' });
  expect(named.titleOf('tickets', 'Demande')).toBe('Nouvelle demande');
  const packaged = inLanguage({
    ra: { ...raEnglish.ra, page: { ...raEnglish.ra.page, create: 'Créer %{name}' } },
  });
  expect(packaged.titleOf('tickets', 'Demande')).toBe('Créer Demande');
});

it('a button that adds a record is called as the page to which it leads, unless the language has words of its own', () => {
  const wordsOf = ({ ask, translate }: ReturnType<typeof inLanguage>, resource: string) =>
    ask(`resources.${resource}.action.create`, translate('ra.action.create'));
  expect(wordsOf(inLanguage(), 'tickets')).toBe('Add request');
  expect(wordsOf(inLanguage(), 'notes')).toBe('Create');
  const named = inLanguage({ Request: 'Demande', 'Add request': 'Nouvelle demande' });
  expect(wordsOf(named, 'tickets')).toBe('Nouvelle demande');
  const keyed = inLanguage({ resources: { tickets: { action: { create: 'Demander' } } } });
  expect(wordsOf(keyed, 'tickets')).toBe('Demander');
});

it('a write is told of by what the record is called, unless the language has words of its own', () => {
  const one = { smart_count: 1 };
  const told = (texts: ReturnType<typeof inLanguage>, resource: string, act: string, values = one) =>
    texts.ask(
      `resources.${resource}.notifications.${act}`,
      texts.translate(`ra.notification.${act}`, values),
      values,
    );
  const english = inLanguage();
  expect(told(english, 'tickets', 'created')).toBe('Request saved');
  expect(told(english, 'tickets', 'updated')).toBe('Request saved');
  expect(told(english, 'tickets', 'deleted')).toBe('Request deleted');
  expect(told(english, 'tickets', 'deleted', { smart_count: 3 })).toBe('3 deleted');
  expect(told(english, 'notes', 'created')).toBe('Added');
  expect(told(english, 'notes', 'updated')).toBe('Saved');
  expect(told(inLanguage({ 'Request saved': 'Demande gardée' }), 'tickets', 'updated')).toBe(
    'Demande gardée',
  );
  expect(told(inLanguage({ Saved: 'Gardé' }), 'tickets', 'updated')).toBe('Gardé');
  const packaged = inLanguage({
    ra: { ...raEnglish.ra, notification: { ...raEnglish.ra.notification, updated: 'Gardé |||| Gardés' } },
  });
  expect(told(packaged, 'tickets', 'updated')).toBe('Gardé');
});

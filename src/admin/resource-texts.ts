import type { I18nProvider } from 'ra-core';
import type { ConsoleResource } from './console-resource';
import { consoleTexts } from './console-texts';

/** What is said of a record after a write of it, by react-admin's name for that. */
const written = /^notifications[.](created|updated|deleted)$/;

/** The English of that, of a record that is called so: as our own pages say it. */
const writtenText = (singular: string, act: string) => `${singular} ${act === 'deleted' ? act : 'saved'}`;

/**
 * The texts of the console with what react-admin makes up of names, such as "Due" of a field `due`: it is said in the
 * language of the console, which names it by the English text as it does all others. One record of a resource is called as
 * its `options` say.
 */
export function withResourceTexts(texts: I18nProvider, resources: readonly ConsoleResource[]): I18nProvider {
  const singulars = new Map(resources.map(({ name, options }) => [name, options?.singular]));
  const provider: I18nProvider = {
    ...texts,
    translate(key, options = {}) {
      const [, resource = '', what] = /^resources\.([^.]+)\.(.+)$/.exec(key) ?? [];
      const { _: english, ...values } = options;
      if (what === undefined || typeof english !== 'string') return texts.translate(key, options);
      const say = (text: string) => texts.translate(text, { ...values, _: text });
      const singular = singulars.get(resource);
      if (singular && what === 'name' && values.smart_count === 1) {
        return texts.translate(key, { ...values, _: say(singular) });
      }
      if (singular && what === 'action.create') {
        const said = texts.translate(key, options);
        // The button is called as the page to which it leads.
        const title = texts.translate('ra.page.create', { name: say(singular) });
        return said === english
          ? provider.translate(`resources.${resource}.page.create`, { _: title })
          : said;
      }
      const isAdding = singular && what === 'page.create';
      // Where the language has a title of its own, that is the one.
      const isOurs =
        isAdding && english === consoleTexts.translate('ra.page.create', { name: say(singular) });
      if (isOurs) return texts.translate(key, { ...values, _: say(`Add ${singular.toLowerCase()}`) });
      const act = singular && values.smart_count === 1 && written.exec(what)?.[1];
      // The same: where the language says it in words of its own, those stay.
      const isOurNotice = act && english === consoleTexts.translate(`ra.notification.${act}`, values);
      const named = isOurNotice ? writtenText(singular, act) : english;
      // A language that has words for any record, and none for those of this list, says the former.
      const isKnown = say(named) !== named || say(english) === english;
      return texts.translate(key, { ...values, _: say(isKnown ? named : english) });
    },
  };
  return provider;
}

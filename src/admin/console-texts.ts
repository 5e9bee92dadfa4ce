import type { I18nProvider } from 'ra-core';
import { defaultI18nProvider } from 'react-admin';

/** What the console says otherwise than react-admin, by react-admin's names. */
const texts: Record<string, string> = {
  'ra.action.bulk_actions': '%{smart_count} selected',
  'ra.action.unselect': 'Clear selection',
  'ra.navigation.current_page': 'page %{page}',
  'ra.page.create': 'Add to %{name}',
  'ra.page.edit': '%{name}: %{recordRepresentation}',
  'ra.page.show': '%{name}: %{recordRepresentation}',
  // Short enough to stand beside a form, and not over its buttons.
  'ra.message.invalid_form': 'Check the marked fields',
  'ra.saved_queries.label': 'Views',
  'ra.saved_queries.new_label': 'Save this view…',
  'ra.saved_queries.new_dialog_title': 'Save this view',
  'ra.saved_queries.query_name': 'Name of this view',
  'ra.saved_queries.remove_label_with_name': 'Delete the view %{name}',
  'ra.saved_queries.remove_dialog_title': 'Delete the view?',
  'ra.saved_queries.remove_message': 'The rows stay.',
  'ra.notification.created': 'Added',
  'ra.notification.updated': 'Saved |||| %{smart_count} saved',
  'ra.notification.deleted': 'Deleted |||| %{smart_count} deleted',
};

/**
 * The header of a column is called as the column; its arrow says the order, and `aria-sort`. A button that sorts is asked about by
 * the same name, which it also gives as what to say where nobody knows that.
 */
const isHeader = (key: string, options?: { _?: unknown }) => key === 'ra.sort.sort_by' && options?._ !== key;

/** The texts of react-admin's parts, in English. */
export const consoleTexts: I18nProvider = {
  ...defaultI18nProvider,
  translate(key, options) {
    if (isHeader(key, options)) return '';
    const text = texts[key];
    if (text === undefined) return defaultI18nProvider.translate(key, options);
    // A name that is not known takes the text given with it, with what stands in it filled in.
    const said = defaultI18nProvider.translate(`console.${key}`, { ...options, _: text });
    // A record that is not there, or not yet, is called nothing.
    return said.replace(/: $/, '');
  },
};

/**
 * The texts of an operator's language. Where it says what react-admin says in English, or nothing, the console's own words stay;
 * a column is called by its name alone in every language.
 */
export function withConsoleTexts(given: I18nProvider): I18nProvider {
  return {
    ...given,
    translate(key, options) {
      if (isHeader(key, options)) return '';
      // What it does not name is said as it is, with what stands in it filled in.
      const said = given.translate(key, { _: key, ...options });
      const isEnglish = key in texts && said === defaultI18nProvider.translate(key, options);
      const isOwn = said !== key && !isEnglish;
      return isOwn ? said : consoleTexts.translate(key, options);
    },
  };
}

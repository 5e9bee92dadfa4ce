import { configure, prettyDOM } from '@testing-library/dom';
import { afterAll } from 'vitest';

/** Milliseconds a `findBy...` waits on a quiet machine: its second is too short beside other tests. */
const limit = 30_000;

configure({
  asyncUtilTimeout: limit * Number(import.meta.env.TEST_SLOWNESS ?? 1),
  // What is waited for is looked for many times, and each look that finds nothing would print the page: it is printed
  // when somebody reads the message.
  getElementError(message, container) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    let text: string | undefined;
    Object.defineProperty(error, 'message', {
      // Whoever waits for it writes another text into it.
      configurable: true,
      get: () => {
        text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n');
        return text;
      },
      set: (value: string) => {
        text = value;
      },
    });
    return error;
  },
});

/*
 * jsdom reads each selector anew for each element, and looks for an id in the whole page. What testing-library asks of
 * every element, or for every label, is answered without.
 */
const { matches, querySelector } = Element.prototype;
const namesOf: Readonly<Record<string, readonly string[]>> = {
  // Whose text is none to read.
  'script, style': ['script', 'style'],
  // Whose text is their value.
  'input[type=submit], input[type=button], input[type=reset]': ['input'],
};

Object.assign(Element.prototype, {
  matches(this: Element, selector: string): boolean {
    return namesOf[selector]?.includes(this.localName) !== false && matches.call(this, selector);
  },
  querySelector(this: Element, selector: string): Element | null {
    const [, id] = /^\[id="([^"\\]+)"\]$/.exec(selector) ?? [];
    const first = id === undefined ? null : document.getElementById(id);
    // The first one of the page may stand elsewhere, and another one here.
    return first && first !== this && this.contains(first) ? first : querySelector.call(this, selector);
  },
});
afterAll(() => {
  Object.assign(Element.prototype, { matches, querySelector });
});

import { configure, prettyDOM } from '@testing-library/dom';

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

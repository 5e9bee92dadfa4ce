import { useTranslate } from 'ra-core';
import { useCallback } from 'react';

/**
 * The English text in the language of the console; `%{what}` in it is replaced by what is given as `what`. `otherwise` is the
 * English one where that depends on what is filled in: a language has one for all.
 */
export type ConsoleText = (
  english: string,
  filled?: Readonly<Record<string, string>>,
  otherwise?: string,
) => string;

/**
 * Says a text of the console in its language: a language names its texts by the English ones, and those that it does not
 * name stay English.
 */
export function useConsoleText(): ConsoleText {
  const translate = useTranslate();
  return useCallback(
    (english, filled, otherwise = english) => translate(english, { ...filled, _: otherwise }),
    [translate],
  );
}

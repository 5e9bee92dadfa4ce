import { useEffect, useRef, useState } from 'react';
import { recordOf } from '../../contract/record-of';
import { currentOwner, readOwn, removeOwn, writeOwn } from '../shared/personal-storage';
import { onTokenChange } from '../shared/session';
import { isObject } from '../shared/token';
import { hasEndedByItself, openForm } from './provider/send-write';

/** What was typed, by the names of fields. */
export type Typed = Readonly<Record<string, unknown>>;

/** As long as somebody may be taken to go on with what they were at. Milliseconds. */
const keptFor = 24 * 60 * 60_000;

const placeOf = (name: string) => `console:${name}`;

/** What was kept under a name when the signed-in person's session ended, within a day; undefined of nothing. */
export function readTyped(name: string): Typed | undefined {
  try {
    const kept: unknown = JSON.parse(readOwn(placeOf(name)) ?? 'null');
    if (!isObject(kept) || !isObject(kept.typed)) return undefined;
    return Date.now() - Number(kept.at) < keptFor ? kept.typed : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a field; empty for none. */
export function keptText(kept: Typed | undefined, field: string): string {
  const text = kept?.[field];
  return typeof text === 'string' ? text : '';
}

/** How many there are of a name: what two of them hold cannot be told apart. */
const shown = new Map<string, number>();

/**
 * Keeps what was typed under a name when the session ends by itself (docs/rules.md, "Sessions"): `readTyped` has it for the same
 * person, once; `typed` answers undefined where nothing was. Who leaves by themselves has been asked, or has pressed Cancel: what
 * they send in a form of that name which they open anew is another write.
 */
export function useKeepTyped(name: string, typed: () => Typed | undefined): void {
  // By the time it is kept nobody is signed in.
  const [owner] = useState(currentOwner);
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => openForm(name), [name]);
  useEffect(() => {
    removeOwn(placeOf(name));
    shown.set(name, (shown.get(name) ?? 0) + 1);
    const stop = onTokenChange(() => {
      const held = hasEndedByItself() && shown.get(name) === 1 ? latest.current() : undefined;
      if (held) writeOwn(placeOf(name), JSON.stringify({ at: Date.now(), typed: held }), owner);
    });
    return () => {
      stop();
      shown.set(name, (shown.get(name) ?? 1) - 1);
    };
  }, [name, owner]);
}

/** Texts as they are typed, each of a name, which are kept so; beginning with what was. */
export function useKeptTexts<Field extends string>(name: string, fields: readonly Field[]) {
  const [texts, setTexts] = useState<Partial<Record<Field, string>>>(() => {
    const kept = readTyped(name);
    return recordOf(fields, (field) => keptText(kept, field));
  });
  useKeepTyped(name, () => (Object.values(texts).some(Boolean) ? texts : undefined));
  return [texts, setTexts] as const;
}

const one = ['text'] as const;

/** One text, kept so. */
export function useKeptText(name: string): [text: string, set: (text: string) => void] {
  const [{ text = '' }, setTexts] = useKeptTexts(name, one);
  return [text, (typed) => setTexts({ text: typed })];
}

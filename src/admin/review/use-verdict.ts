import { useEffect, useRef, useState } from 'react';
import { takeFocus } from '../../shared/take-focus';

/** Which of several buttons is pressed, and opens a form beneath them; taken back, the focus is on it again. */
export function useVerdict<Verdict extends string>() {
  const [verdict, choose] = useState<Verdict | null>(null);
  /** Around the buttons. */
  const buttons = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  // Once the form is gone: whoever has put the focus somewhere else keeps it there.
  useEffect(() => {
    if (verdict === null) takeFocus(opener.current);
  }, [verdict]);

  function takeBack(): void {
    const pressed = buttons.current?.querySelector('[aria-pressed="true"]');
    // By now it may not be offered any more.
    opener.current = pressed ?? buttons.current?.querySelector('button') ?? null;
    choose(null);
  }

  return { verdict, choose, takeBack, buttons };
}

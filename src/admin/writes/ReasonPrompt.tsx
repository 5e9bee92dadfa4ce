import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import type { WriteQuestion, WriteQuestions } from './write-questions';

const WriteDialog = lazyPart(() => import('./WriteDialog'));
/** A button that has asked is off until its write has ended. */
const framesUntilOn = 30;

/** Gives the focus to what had it, once that can have it and if nothing else has it meanwhile. */
function focusAgain(element: HTMLElement, frames = framesUntilOn): void {
  if (!element.isConnected || document.activeElement !== document.body) return;
  element.focus();
  if (document.activeElement === element || frames === 0) return;
  requestAnimationFrame(() => focusAgain(element, frames - 1));
}

/** Leads back to where a question came from: its dialog cannot, as the button is off when it closes. */
function useWayBack(question: WriteQuestion | undefined): void {
  useLayoutEffect(() => {
    const from = document.activeElement;
    if (!question || !(from instanceof HTMLElement)) return;
    return () => {
      requestAnimationFrame(() => focusAgain(from));
    };
  }, [question]);
}

/** Shows the question of the write that waits for its reason, if one does. */
export function ReasonPrompt({ questions }: { questions: WriteQuestions }) {
  const question = useSyncExternalStore(questions.subscribe, questions.current);
  useWayBack(question);
  // Who leaves the console has not said yes.
  useEffect(
    () => () => {
      for (let left = questions.current(); left; left = questions.current()) left.cancel();
    },
    [questions],
  );
  return (
    <DialogPart code={WriteDialog} onGiveUp={() => question?.cancel()}>
      {question && <WriteDialog key={question.id} question={question} />}
    </DialogPart>
  );
}

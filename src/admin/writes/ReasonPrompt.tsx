import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import type { WriteQuestions } from './write-questions';

const WriteDialog = lazy(() => import('./WriteDialog'));

/** Shows the question of the write that waits for its reason, if one does. */
export function ReasonPrompt({ questions }: { questions: WriteQuestions }) {
  const question = useSyncExternalStore(questions.subscribe, questions.current);
  // Who leaves the console has not said yes.
  useEffect(
    () => () => {
      for (let left = questions.current(); left; left = questions.current()) left.cancel();
    },
    [questions],
  );
  return (
    question && (
      <Suspense>
        <WriteDialog key={question.id} question={question} />
      </Suspense>
    )
  );
}

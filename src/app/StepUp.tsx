import { Suspense, useEffect, useState } from 'react';
import type { ActRequest } from '../../contract/acts';
import { type StepUpAnswer, setStepUpHandler } from '../shared/http';
import { lazyPart } from '../shared/loading/lazy-part';
import { idle, used } from '../shared/loading/when-used';
import { onTokenChange } from '../shared/session';
import { readToken } from '../shared/token';

const StepUpDialog = lazyPart(() => import('../account/StepUpDialog'));
/** Here at once: what asks for a factor are pages that begin with it. */
const ModalLoading = lazyPart(() => import('../shared/loading/ModalLoading'));

const left = { kind: 'left' } as const;

interface Waiting {
  act: ActRequest | undefined;
  resolve: (answer: StepUpAnswer) => void;
}

interface Question {
  number: number;
  act: ActRequest | undefined;
  onClose: (answer: StepUpAnswer) => void;
}

/**
 * Asks for a second factor, over whatever is shown, when a request needs it. A code counts for all requests that wait; a
 * passkey signs one, and the next is asked about then.
 */
export function StepUp() {
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(() => {
    /** Whoever is signed in may be asked without a network, or once the server has a newer version alone. */
    async function fetchAhead(): Promise<void> {
      if (!readToken()) return;
      await used();
      await idle(500);
      // What does not run says so where it is used.
      await StepUpDialog.ready().catch(() => {});
    }
    void fetchAhead();
    return onTokenChange(fetchAhead);
  }, []);

  useEffect(() => {
    const waiting: Waiting[] = [];
    let number = 0;
    let stop = () => {};

    function ask(): void {
      const [first] = waiting;
      number += 1;
      setQuestion(first ? { number, act: first.act, onClose: close } : null);
    }

    /** Answers so many of those that wait, from one on. */
    function settle(from: number, count: number, answer: StepUpAnswer): void {
      const answered = waiting.splice(from, count);
      if (waiting.length === 0) stop();
      for (const { resolve } of answered) resolve(answer);
      if (from === 0) ask();
    }

    function close(answer: StepUpAnswer): void {
      const ofOne = answer.kind === 'signed' || answer.kind === 'refused';
      settle(0, ofOne ? 1 : waiting.length, answer);
    }

    setStepUpHandler(
      (act, signal) =>
        new Promise((resolve) => {
          const one = { act, resolve };
          // A request that nobody waits for any more asks nothing.
          signal?.addEventListener('abort', () => {
            const at = waiting.indexOf(one);
            if (at >= 0) settle(at, 1, left);
          });
          waiting.push(one);
          if (waiting.length > 1) return;
          const token = readToken();
          // Whoever signs in meanwhile has not asked for anything.
          stop = onTokenChange(() => {
            if (readToken() !== token) close(left);
          });
          ask();
        }),
    );

    return () => {
      close(left);
      setStepUpHandler(async () => left);
    };
  }, []);

  return (
    question && (
      <Suspense>
        <Suspense
          fallback={<ModalLoading label="Opening the question" onGiveUp={() => question.onClose(left)} />}
        >
          <StepUpDialog key={question.number} act={question.act} onClose={question.onClose} />
        </Suspense>
      </Suspense>
    )
  );
}

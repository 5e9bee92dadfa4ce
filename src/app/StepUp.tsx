import { Suspense, useEffect, useState } from 'react';
import { setStepUpHandler } from '../shared/http';
import { lazyPart } from '../shared/loading/lazy-part';
import { onTokenChange } from '../shared/session';
import { readToken } from '../shared/token';

const StepUpDialog = lazyPart(() => import('../account/StepUpDialog'));

/** Asks for a second factor, over whatever is shown, when a request needs it; all that wait get the same answer. */
export function StepUp() {
  const [close, setClose] = useState<((shown: boolean) => void) | null>(null);

  useEffect(() => {
    let asked: Promise<boolean> | null = null;
    let answer: (shown: boolean) => void = () => {};

    setStepUpHandler(() => {
      asked ??= new Promise<boolean>((resolve) => {
        const token = readToken();
        // Whoever signs in meanwhile has not asked for anything.
        const stop = onTokenChange(() => {
          if (readToken() !== token) answer(false);
        });
        answer = (shown) => {
          stop();
          asked = null;
          setClose(null);
          resolve(shown);
        };
        setClose(() => answer);
      });
      return asked;
    });

    return () => {
      answer(false);
      setStepUpHandler(async () => false);
    };
  }, []);

  return (
    close && (
      <Suspense>
        <StepUpDialog onClose={close} />
      </Suspense>
    )
  );
}

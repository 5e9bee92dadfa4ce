import { useCallback, useEffect, useRef, useState } from 'react';
import { screens } from '../../contract/paths';
import { tellOfSignOut } from '../shared/auth-provider';
import { useDocumentTitle } from '../shared/document-title';
import { LoadingScreen } from '../shared/LoadingScreen';
import { lastSessionEnd } from '../shared/session';
import { MessagePage } from './MessagePage';

/** Milliseconds between two looks for a front page that could not be had. */
const pause = 10_000;
/** Milliseconds that the front page waits for the server to know of a sign-out. */
const patience = 5_000;

/** Whether the front page can be had: the browser would show a page of its own in its place. */
async function isThere(): Promise<boolean> {
  try {
    const { status } = await fetch(screens.home, { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}

/** Whether the server knows that the person has left, as far as that is known soon. */
function isTold(): Promise<boolean> {
  const tooLong = new Promise<boolean>((resolve) => setTimeout(resolve, patience, false));
  return Promise.race([tellOfSignOut(), tooLong]);
}

interface Found {
  /** Whether the front page can be had. */
  there: boolean;
  /** Whether the server knows that the person has left. */
  told: boolean;
}

/** In place of the front page as long as it cannot be had, or the server does not know that the person has left. */
function Away({ there, told, onLook, onHome }: Found & { onLook: () => void; onHome: () => void }) {
  const left = !told || lastSessionEnd() === 'signed-out';
  const title = left ? 'You are signed out' : 'The front page cannot be reached';
  useDocumentTitle(title);
  useEffect(() => {
    const timer = setInterval(onLook, pause);
    window.addEventListener('online', onLook);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onLook);
    };
  }, [onLook]);
  return (
    <MessagePage title={title} onHome={onHome}>
      {left && 'You are signed out in this browser. '}
      {!told &&
        'The service could not be told: there your session goes on until it ends by itself. Leave this page open, and the service is told once it can be reached. '}
      {there
        ? 'The front page opens by itself then.'
        : 'The front page opens by itself when the connection is back.'}
    </MessagePage>
  );
}

/** Leaves for the front page, which is a document of its own: it is prerendered and always light. */
export function FrontPage() {
  const [found, setFound] = useState<Found>();
  const gone = useRef(false);

  const look = useCallback(async (waits: boolean) => {
    // Asked at once: the call outlives the page of whoever does not wait for its answer.
    const telling = isTold();
    const there = await isThere();
    const told = (there && !waits) || (await telling);
    if (gone.current) return;
    if (there && told) location.replace(screens.home);
    else setFound({ there, told });
  }, []);
  const lookAgain = useCallback(() => look(true), [look]);
  /** Whoever presses has read what is said here. */
  const leave = useCallback(() => look(false), [look]);

  useEffect(() => {
    gone.current = false;
    void lookAgain();
    return () => {
      gone.current = true;
    };
  }, [lookAgain]);

  return found ? <Away {...found} onLook={lookAgain} onHome={leave} /> : <LoadingScreen />;
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { screens } from '../../contract/paths';
import { tellOfSignOut } from '../shared/auth-provider';
import { useDocumentTitle } from '../shared/document-title';
import { LoadingScreen } from '../shared/LoadingScreen';
import { lastSessionEnd } from '../shared/session';
import { MessagePage } from './MessagePage';

/** Milliseconds between two looks for a front page that could not be had. */
const pause = 10_000;

/** Whether the front page can be had: the browser would show a page of its own in its place. */
async function isThere(): Promise<boolean> {
  try {
    const { status } = await fetch(screens.home, { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}

/** In place of the front page as long as it cannot be had; `told` is whether the server knows that the person has left. */
function Away({ told, onLook }: { told: boolean; onLook: () => void }) {
  const left = lastSessionEnd() === 'signed-out';
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
    <MessagePage title={title} onHome={onLook}>
      {left && 'You are signed out in this browser. '}
      {left &&
        !told &&
        'The service could not be told: there your session goes on until it ends by itself. Leave this page open, and the service is told once it can be reached. '}
      The front page opens by itself when the connection is back.
    </MessagePage>
  );
}

/** Leaves for the front page, which is a document of its own: it is prerendered and always light. */
export function FrontPage() {
  const [away, setAway] = useState<{ told: boolean }>();
  const gone = useRef(false);

  const look = useCallback(async () => {
    const there = await isThere();
    if (gone.current) return;
    const told = tellOfSignOut();
    if (there) location.replace(screens.home);
    else setAway({ told: await told });
  }, []);

  useEffect(() => {
    gone.current = false;
    void look();
    return () => {
      gone.current = true;
    };
  }, [look]);

  return away ? <Away told={away.told} onLook={look} /> : <LoadingScreen />;
}

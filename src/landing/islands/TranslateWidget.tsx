import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { appConfig } from '../../app.config';
import { onTokenChange } from '../../shared/session';
import { readToken } from '../../shared/token';
import { useInView } from '../../shared/use-in-view';
import { canReach, runScript } from '../../shared/widgets/reach';

/** What the provider's script brings. */
declare global {
  interface Window {
    onTranslateReady?: () => void;
    google?: {
      translate?: { TranslateElement?: new (options: { pageLanguage: string }, place: string) => unknown };
    };
  }
}

const { provider, script, probe } = appConfig.widgets.translate;
const place = 'translate-element';

/** Starts the provider's script; false when it cannot be reached. */
async function start(): Promise<boolean> {
  if (!(await canReach(probe)) || readToken() !== null) return false;
  window.onTranslateReady = () => {
    const Element = window.google?.translate?.TranslateElement;
    if (Element) new Element({ pageLanguage: 'en' }, place);
  };
  // The script works on the whole page, so it must not be there when somebody signs in: the page starts anew then.
  onTokenChange(() => location.reload());
  return runScript(`${script}?cb=onTranslateReady`, document.body);
}

/**
 * The translate widget. Its script can read the page and its storage, so it runs on the front page alone, when it comes
 * into view, and never while a token is stored.
 */
export default function TranslateWidget() {
  const box = useRef<HTMLDivElement>(null);
  const near = useInView(box);
  const [text, setText] = useState('Choose a language here in a moment.');

  useEffect(() => {
    if (!near) return;
    if (readToken() !== null) {
      setText('Translation is off while you are signed in, to keep your account out of its reach.');
      return;
    }
    start().then((works) => setText(works ? '' : `${provider} cannot be reached right now.`));
  }, [near]);

  return (
    <Box ref={box} sx={{ minHeight: 56 }}>
      <Typography className="needs-script" variant="body2" role="status" sx={{ color: 'inherit' }}>
        {text}
      </Typography>
      {/* The provider's own; React leaves it alone. */}
      <div id={place} className="notranslate" />
    </Box>
  );
}

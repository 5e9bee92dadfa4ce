import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { appConfig } from '../../app.config';
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

/** A page without an origin has no cookies and fails who asks for them; the provider's script does not expect that. */
function standInForCookies(): void {
  const kept = new Map<string, string>();
  Object.defineProperty(document, 'cookie', {
    get: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    set: (cookie: unknown) => {
      const [pair = ''] = String(cookie).split(';');
      const [name = '', ...value] = pair.split('=');
      kept.set(name.trim(), value.join('=').trim());
    },
  });
}

/** Starts the provider's script; false when it cannot be reached. */
async function start(): Promise<boolean> {
  if (!(await canReach(probe))) return false;
  window.onTranslateReady = () => {
    const Element = window.google?.translate?.TranslateElement;
    if (Element) new Element({ pageLanguage: 'en' }, place);
  };
  standInForCookies();
  return runScript(`${script}?cb=onTranslateReady`, document.body);
}

/**
 * The translate widget. Its script can read and change the page it is in, so it runs on a page that the server has shut
 * away from the rest of the site, and nowhere else: whatever has taken that policy away has taken the widget as well.
 */
export default function TranslateWidget() {
  const box = useRef<HTMLDivElement>(null);
  const near = useInView(box);
  const [text, setText] = useState('Choose a language here in a moment.');

  useEffect(() => {
    if (!near) return;
    if (window.origin !== 'null') {
      setText('Translation is off: this page is not shut away from the rest of the site.');
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

import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { appConfig } from '../../app.config';
import { colors } from '../theme-palette';
import { useInView } from '../use-in-view';
import { type MarketWidgetName, marketWidgets, type WidgetTheme, widgetPage } from './market-widgets';
import { readWidgetState, type WidgetState } from './widget-state';

interface Props {
  name: MarketWidgetName;
  theme: WidgetTheme;
}

const { provider, website } = appConfig.widgets.market;

const texts = {
  loading: 'Loading market data',
  failed: 'Market data cannot be reached right now. Everything else works as usual.',
};

/**
 * A widget of the market-data provider, loaded when it comes near the view, inside a sandboxed frame that has no access
 * to the product's storage or pages. Its place is kept from the start, and a provider out of reach leaves a quiet line.
 */
export default function MarketWidget({ name, theme }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const near = useInView(place);
  const [state, setState] = useState<WidgetState | 'loading'>('loading');
  const { title, height } = marketWidgets[name];

  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      const told = readWidgetState(data);
      if (told) setState(told);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);

  return (
    <Box component="figure" ref={place} sx={{ m: 0 }}>
      <Box
        sx={{
          position: 'relative',
          height,
          overflow: 'hidden',
          border: 1,
          borderColor: 'divider',
          borderRadius: '14px',
          bgcolor: 'background.paper',
        }}
      >
        {state !== 'ready' && <Placeholder title={title} text={texts[state]} />}
        {near && state !== 'failed' && (
          <iframe
            key={theme}
            ref={frame}
            title={title}
            src={widgetPage(name, theme)}
            sandbox="allow-scripts"
            referrerPolicy="no-referrer"
            style={{
              position: 'absolute',
              inset: 0,
              width: '100%',
              height: '100%',
              border: 0,
              visibility: state === 'ready' ? 'visible' : 'hidden',
            }}
          />
        )}
      </Box>
      <Typography
        component="figcaption"
        variant="caption"
        sx={{ display: 'block', mt: 1, color: 'text.secondary' }}
      >
        {title} by{' '}
        <Link href={website} rel="noreferrer" target="_blank" color="inherit">
          {provider}
        </Link>
      </Typography>
    </Box>
  );
}

/** The quiet look of a widget that is not there: the lines of a chart without data. */
function Placeholder({ title, text }: { title: string; text: string }) {
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        placeContent: 'center',
        gridTemplateColumns: 'minmax(0, 360px)',
        p: 3,
        textAlign: 'center',
        backgroundImage: (theme) =>
          `repeating-linear-gradient(to bottom, transparent 0 47px, ${colors(theme).divider} 47px 48px)`,
      }}
    >
      <Box sx={{ bgcolor: 'background.paper', px: 2.5, py: 1.5 }}>
        <Typography variant="h5" component="p">
          {title}
        </Typography>
        {/* Room for the longest text, and a text of its own for each state: nothing moves when it changes. */}
        <Typography
          className="needs-script"
          variant="body2"
          role="status"
          sx={{ color: 'text.secondary', minHeight: '2lh' }}
        >
          <span key={text}>{text}</span>
        </Typography>
      </Box>
    </Box>
  );
}

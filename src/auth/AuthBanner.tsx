import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useState } from 'react';
import { limits } from '../../contract/limits';
import { ArcadeArt, TerraceArt } from './banner-art';

const slides = [
  {
    Art: ArcadeArt,
    title: 'Every figure can be traced.',
    text: 'Your balance is the sum of ledger entries: deposits, withdrawals, and adjustments with their reason.',
  },
  {
    Art: TerraceArt,
    title: 'A target is not a promise.',
    text: 'Returns are targets and never guaranteed. Your capital is at risk: invest only what you can afford to lose.',
  },
];

/**
 * Two pictures that take turns every 8 seconds. They stand still for people who prefer reduced motion, and for
 * anyone who presses pause (WCAG 2.2.2).
 */
export function AuthBanner() {
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
  const [paused, setPaused] = useState(false);
  const [shown, setShown] = useState(0);
  const still = calm || paused;

  useEffect(() => {
    if (still) return;
    const timer = setInterval(() => setShown((index) => (index + 1) % slides.length), limits.bannerRotation);
    return () => clearInterval(timer);
  }, [still]);

  return (
    <Box
      component="aside"
      aria-label="About us"
      sx={{
        display: { xs: 'none', md: 'block' },
        position: 'sticky',
        top: 0,
        height: '100vh',
        overflow: 'hidden',
        color: '#F7F5F0',
        backgroundColor: '#0A3B2F',
      }}
    >
      {slides.map(({ Art, title, text }, index) => (
        <Box
          key={title}
          aria-hidden={index !== shown}
          sx={{
            position: 'absolute',
            inset: 0,
            opacity: index === shown ? 1 : 0,
            transition: 'opacity .9s ease',
          }}
        >
          <Art />
          <Box
            sx={{
              position: 'absolute',
              inset: 'auto 0 0 0',
              p: { md: 5, lg: 7 },
              pr: { md: 12, lg: 14 },
              pt: '96px !important',
              background: 'linear-gradient(to top, #072A22 45%, rgba(7,42,34,0))',
            }}
          >
            <Typography variant="h2" component="p" sx={{ mb: 1.5, textWrap: 'balance' }}>
              {title}
            </Typography>
            <Typography sx={{ color: 'rgba(247,245,240,.86)', maxWidth: '46ch' }}>{text}</Typography>
          </Box>
        </Box>
      ))}
      {!calm && (
        <IconButton
          aria-label={paused ? 'Play the pictures' : 'Pause the pictures'}
          onClick={() => setPaused(!paused)}
          sx={{
            position: 'absolute',
            right: 32,
            bottom: 40,
            color: 'inherit',
            border: '1px solid rgba(247,245,240,.4)',
            '&.Mui-focusVisible': { outlineColor: '#F7F5F0' },
          }}
        >
          {paused ? <PlayArrowRounded /> : <PauseRounded />}
        </IconButton>
      )}
    </Box>
  );
}

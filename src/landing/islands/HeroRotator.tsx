import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { limits } from '../../../contract/limits';
import { PauseButton } from '../../shared/carousel/PauseButton';
import { useCarousel } from '../../shared/carousel/use-carousel';
import { Picture } from '../../shared/Picture';
import type { Slide } from '../content';

const widths = [480, 800, 1200];
/** Larger than any window: the browser makes the top a half circle, and the bottom's corners small. */
const arch = '999px 999px 48px 48px';

/** The banner's pictures in an arched window, one at a time: by itself, by swipe, or by the buttons under it. */
export default function HeroRotator({ slides }: { slides: readonly Slide[] }) {
  const { viewport, selected, rotates, playing, toggle, show } = useCarousel({
    fade: true,
    interval: limits.bannerRotation,
  });
  // A picture that was fetched stays: one that goes is seen until the next one covers it.
  const [fetched, setFetched] = useState(1);
  if (selected + 1 > fetched) setFetched(selected + 1);

  return (
    <Box
      component="section"
      aria-roledescription="carousel"
      aria-label="Pictures"
      sx={{ width: '100%', maxWidth: { xs: 560, md: 'none' }, mx: 'auto' }}
    >
      <Box
        ref={viewport}
        sx={{
          overflow: 'hidden',
          borderRadius: arch,
          aspectRatio: { xs: '4 / 3.4', md: '4 / 4.7' },
          bgcolor: '#0A3B2F',
          cursor: 'grab',
        }}
      >
        <Box
          sx={{ display: 'flex', height: '100%', touchAction: 'pan-y pinch-zoom' }}
          aria-live={playing ? 'off' : 'polite'}
        >
          {slides.map(({ image, alt }, index) => (
            <Box
              key={image}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              aria-hidden={index !== selected}
              sx={{ flex: '0 0 100%', minWidth: 0, height: '100%' }}
            >
              {index <= fetched && (
                <Picture
                  image={image}
                  alt={alt}
                  widths={widths}
                  ratio={[4, 5]}
                  sizes="(min-width: 1200px) 500px, (min-width: 900px) 42vw, 100vw"
                  eager={index === 0}
                />
              )}
            </Box>
          ))}
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'center',
          alignItems: 'center',
          mt: 2,
          minHeight: 44,
        }}
      >
        {/* The pictures' buttons stay in the middle when the pause button comes. */}
        <Box sx={{ position: 'relative', display: 'flex', gap: 0.5 }}>
          {slides.map(({ image }, index) => (
            <ButtonBase
              key={image}
              aria-label={`Picture ${index + 1} of ${slides.length}`}
              aria-current={index === selected}
              onClick={() => show(index)}
              sx={{
                width: 32,
                height: 44,
                borderRadius: 1,
                '&::after': {
                  content: '""',
                  width: index === selected ? 24 : 8,
                  height: 8,
                  borderRadius: 4,
                  bgcolor: index === selected ? 'primary.main' : 'rgba(23,33,29,.38)',
                  transition: 'width .3s, background-color .3s',
                  '@media (forced-colors: active)': {
                    forcedColorAdjust: 'none',
                    bgcolor: index === selected ? 'Highlight' : 'ButtonText',
                  },
                },
              }}
            />
          ))}
          {rotates && (
            <Box sx={{ position: 'absolute', left: '100%', ml: 1.5, color: 'text.secondary' }}>
              <PauseButton playing={playing} onToggle={toggle} what="pictures" />
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  );
}

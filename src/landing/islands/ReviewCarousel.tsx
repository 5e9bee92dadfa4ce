import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded';
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { KeyboardEvent } from 'react';
import { limits } from '../../../contract/limits';
import { PauseButton } from '../../shared/carousel/PauseButton';
import { useCarousel } from '../../shared/carousel/use-carousel';
import { Picture } from '../../shared/Picture';
import type { Review } from '../content';

const options = { align: 'start' } as const;
const round = { border: '1px solid', borderColor: 'divider', width: 44, height: 44 };

/** What clients say: three cards a row on large screens, one on small (docs/rules.md, "Front page"). */
export default function ReviewCarousel({ reviews }: { reviews: readonly Review[] }) {
  const { viewport, selected, rotates, playing, toggle, previous, next } = useCarousel({
    interval: limits.bannerRotation,
    options,
  });

  function move(event: KeyboardEvent): void {
    if (event.key === 'ArrowLeft') previous();
    else if (event.key === 'ArrowRight') next();
  }

  return (
    <Box component="section" aria-roledescription="carousel" aria-label="Client reviews" onKeyDown={move}>
      <Box ref={viewport} className="reviews" sx={{ overflow: 'hidden', mx: -1.25, cursor: 'grab' }}>
        <Box sx={{ display: 'flex', touchAction: 'pan-y pinch-zoom' }} aria-live={playing ? 'off' : 'polite'}>
          {reviews.map(({ image, name, review }, index) => (
            <Box
              key={name}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${reviews.length}`}
              sx={{
                flex: { xs: '0 0 100%', sm: '0 0 50%', lg: '0 0 33.3333%' },
                minWidth: 0,
                px: 1.25,
                py: 1,
              }}
            >
              <Card
                component="figure"
                sx={{ m: 0, p: 3.5, height: '100%', display: 'flex', flexDirection: 'column', gap: 3 }}
              >
                <Typography component="blockquote" variant="subtitle1" sx={{ m: 0, flex: 1 }}>
                  “{review}”
                </Typography>
                <Box component="figcaption" sx={{ display: 'flex', alignItems: 'center', gap: 1.75 }}>
                  <Box sx={{ width: 48, height: 48, borderRadius: '50%', overflow: 'hidden', flex: 'none' }}>
                    <Picture image={image} alt="" widths={[160]} ratio={[1, 1]} sizes="48px" />
                  </Box>
                  <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
                </Box>
              </Card>
            </Box>
          ))}
        </Box>
      </Box>
      <Box className="needs-script" sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 3 }}>
        <IconButton aria-label="Previous review" onClick={previous} sx={round}>
          <ChevronLeftRounded />
        </IconButton>
        <IconButton aria-label="Next review" onClick={next} sx={round}>
          <ChevronRightRounded />
        </IconButton>
        {rotates && <PauseButton playing={playing} onToggle={toggle} what="reviews" />}
        <Typography
          variant="body2"
          sx={{ ml: 'auto', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {selected + 1} / {reviews.length}
        </Typography>
      </Box>
    </Box>
  );
}

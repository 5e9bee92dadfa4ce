import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { limits } from '../../contract/limits';
import { PauseButton } from '../shared/carousel/PauseButton';
import { useCarousel } from '../shared/carousel/use-carousel';
import { Picture } from '../shared/Picture';

const slides = [
  {
    image: 'banner-1',
    title: 'Every figure can be traced.',
    text: 'Your balance is the sum of ledger entries: deposits, withdrawals, and adjustments with their reason.',
  },
  {
    image: 'banner-2',
    title: 'A target is not a promise.',
    text: 'Returns are targets and never guaranteed. Your capital is at risk: invest only what you can afford to lose.',
  },
];

/** Two pictures that take turns every 8 seconds (docs/rules.md, "Times and sizes"). */
export default function AuthBanner() {
  const { viewport, selected, rotates, playing, toggle } = useCarousel({
    fade: true,
    interval: limits.bannerRotation,
  });

  return (
    <Box ref={viewport} sx={{ position: 'relative', height: '100%', overflow: 'hidden', color: '#F7F5F0' }}>
      <Box sx={{ display: 'flex', height: '100%' }}>
        {slides.map(({ image, title, text }, index) => (
          <Box
            key={image}
            aria-hidden={index !== selected}
            sx={{ position: 'relative', flex: '0 0 100%', minWidth: 0, height: '100%' }}
          >
            <Picture image={image} alt="" widths={[720, 1080]} ratio={[3, 4]} sizes="46vw" />
            <Box
              sx={{
                position: 'absolute',
                inset: 'auto 0 0 0',
                p: { md: 5, lg: 7 },
                pr: { md: 12, lg: 14 },
                pt: '120px !important',
                background: 'linear-gradient(to top, rgba(7,42,34,.92) 40%, rgba(7,42,34,0))',
              }}
            >
              <Typography variant="h2" component="p" sx={{ mb: 1.5, textWrap: 'balance' }}>
                {title}
              </Typography>
              <Typography sx={{ color: 'rgba(247,245,240,.86)', maxWidth: '46ch' }}>{text}</Typography>
            </Box>
          </Box>
        ))}
      </Box>
      {rotates && (
        <Box
          sx={{
            position: 'absolute',
            right: 32,
            bottom: 40,
            '& .Mui-focusVisible': { outlineColor: '#F7F5F0' },
          }}
        >
          <PauseButton playing={playing} onToggle={toggle} what="pictures" />
        </Box>
      )}
    </Box>
  );
}

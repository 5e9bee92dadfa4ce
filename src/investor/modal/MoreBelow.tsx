import KeyboardArrowDownOutlined from '@mui/icons-material/KeyboardArrowDownOutlined';
import Box from '@mui/material/Box';
import { type RefObject, useEffect, useState } from 'react';
import { colors } from '../../shared/theme-palette';

interface Props {
  /** What scrolls. */
  scrolled: RefObject<HTMLElement | null>;
  /** The last thing in it. */
  end: RefObject<HTMLElement | null>;
}

/** Shows at the lower edge of something that scrolls that there is more below. */
export function MoreBelow({ scrolled, end }: Props) {
  const [more, setMore] = useState(false);

  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => setMore(entries.at(-1)?.isIntersecting === false),
      // Nobody scrolls for the last few pixels.
      { root: scrolled.current, rootMargin: '0px 0px 16px 0px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [scrolled, end]);

  if (!more) return null;
  return (
    <Box
      aria-hidden
      data-testid="more-below"
      sx={{ position: 'relative', borderBottom: 1, borderColor: 'divider' }}
    >
      <Box
        sx={{
          position: 'absolute',
          bottom: 0,
          insetInline: 0,
          display: 'flex',
          justifyContent: 'center',
          alignItems: 'flex-end',
          height: 44,
          pb: 0.5,
          typography: 'caption',
          color: 'text.secondary',
          pointerEvents: 'none',
          background: (theme) =>
            `linear-gradient(${theme.alpha(colors(theme).background.paper, 0)}, ${colors(theme).background.paper} 62%)`,
        }}
      >
        More below <KeyboardArrowDownOutlined fontSize="small" />
      </Box>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type Ref, useLayoutEffect, useRef } from 'react';

/**
 * The title of the page, which react-admin's `Title` writes into the element of this name, and beside it room for tools.
 * The document is called the same. Pages with a heading of their own leave it empty; then it is not there.
 */
export function PageHead({ toolsRef }: { toolsRef: Ref<HTMLElement> }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const { current } = heading;
    if (!current) return;
    const tell = () => {
      const title = current.textContent?.trim() ?? '';
      current.hidden = title === '';
      if (title) document.title = title;
    };
    const observer = new MutationObserver(tell);
    observer.observe(current, { childList: true, subtree: true, characterData: true });
    tell();
    return () => observer.disconnect();
  }, []);

  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'baseline',
        columnGap: 1.5,
        '&:has(h1:not([hidden]))': { mb: { xs: 1.5, sm: 2 } },
      }}
    >
      <Typography
        ref={heading}
        id="react-admin-title"
        variant="h2"
        component="h1"
        hidden
        sx={{ '&[hidden]': { display: 'none' } }}
      />
      <Box ref={toolsRef} sx={{ display: 'contents' }} />
    </Box>
  );
}

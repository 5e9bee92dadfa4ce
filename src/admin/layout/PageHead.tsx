import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type Ref, useLayoutEffect, useRef } from 'react';
import { givesWay } from './PageTools';

/**
 * The title of the page, which react-admin's `Title` writes into the element of this name, and beside it room for tools.
 * The document is called the same. Pages with a heading of their own leave it empty; then it is not there. Of several titles
 * one is shown: what the page shows may have none yet, or be of several parts.
 */
export function PageHead({ toolsRef }: { toolsRef: Ref<HTMLElement> }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const { current } = heading;
    if (!current) return;
    const tell = () => {
      const titles = [...current.children].filter((title) => title.textContent?.trim());
      const inner = titles.filter(({ className }) => className !== givesWay);
      const shown = inner.length === 1 ? inner[0] : titles[0];
      for (const title of current.children) title.toggleAttribute('hidden', title !== shown);
      current.hidden = !shown;
      if (shown?.textContent) document.title = shown.textContent.trim();
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
        sx={{ overflowWrap: 'anywhere', '&[hidden], & > [hidden]': { display: 'none' } }}
      />
      <Box ref={toolsRef} sx={{ display: 'contents' }} />
    </Box>
  );
}

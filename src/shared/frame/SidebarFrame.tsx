import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import type { SxProps, Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useAtom } from 'jotai';
import { type ReactNode, useRef, useState } from 'react';
import { useLayer } from '../layers';
import { TroubleBar } from '../loading/TroubleBar';
import { printing } from '../print-styles';
import { sidebarOpenAtom } from '../state';
import { SkipLink } from './SkipLink';
import { TopBar } from './TopBar';

const drawerWidth = '16.5rem';
const sidebarId = 'sidebar';

interface SidebarFrameProps {
  /** The sidebar's content; it calls `close` when a page or a modal was chosen. */
  sidebar: (close: () => void) => ReactNode;
  /** Stands above the page where the sidebar is away; the product's when left out. */
  brand?: ReactNode;
  /** Of the sidebar beside the page; it grows with the letters. */
  sidebarWidth: `${number}rem`;
  barHeight: number;
  /** Of the page's own area. */
  pageSx: SxProps<Theme>;
  children: ReactNode;
}

/** The frame of pages behind a sign-in: sidebar (a drawer on small screens), top bar, the page. */
export function SidebarFrame({
  sidebar,
  brand,
  sidebarWidth,
  barHeight,
  pageSx,
  children,
}: SidebarFrameProps) {
  const small = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [besideOpen, setBesideOpen] = useAtom(sidebarOpenAtom);
  // As a drawer the sidebar covers the page, so there it starts closed.
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [open, setOpen] = small ? [drawerOpen, setDrawerOpen] : [besideOpen, setBesideOpen];

  useLayer(small && drawerOpen, () => setDrawerOpen(false));

  const content = useRef<HTMLElement>(null);

  return (
    <Box sx={{ display: 'flex', minHeight: '100vh', bgcolor: 'background.default' }}>
      <SkipLink content={content} />
      <Drawer
        variant={small ? 'temporary' : 'persistent'}
        open={open}
        onClose={() => setDrawerOpen(false)}
        id={sidebarId}
        data-print={printing.off}
        sx={{ flexShrink: 0, width: !small && open ? sidebarWidth : 0 }}
        slotProps={{
          paper: {
            sx: { width: small ? drawerWidth : sidebarWidth, maxWidth: '84vw' },
            // As a drawer it is a dialog, and dialogs have names.
            ...(small ? { 'aria-label': 'Menu' } : {}),
          },
        }}
      >
        {sidebar(() => setDrawerOpen(false))}
      </Drawer>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Box data-print={printing.off} sx={{ display: 'contents' }}>
          <TopBar
            sidebarId={sidebarId}
            open={open}
            onToggle={() => setOpen(!open)}
            height={barHeight}
            brand={brand}
          />
          <TroubleBar />
        </Box>
        <Box
          component="main"
          ref={content}
          tabIndex={-1}
          sx={[{ width: '100%', outline: 'none' }, ...(Array.isArray(pageSx) ? pageSx : [pageSx])]}
        >
          {children}
        </Box>
      </Box>
    </Box>
  );
}

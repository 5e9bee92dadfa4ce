import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useAtom } from 'jotai';
import type { CoreLayoutProps } from 'ra-core';
import { useState } from 'react';
import { sidebarOpenAtom } from '../../shared/state';
import { ConsoleSidebar } from './ConsoleSidebar';
import { ConsoleTopBar } from './ConsoleTopBar';

// Beside a table of a dozen columns every pixel counts; over it there is room.
const sidebarWidth = 208;
const drawerWidth = 264;
const sidebarId = 'sidebar';

/** The frame of the console's pages: sidebar (a drawer on small screens), top bar, the page. */
export function ConsoleLayout({ children }: CoreLayoutProps) {
  const small = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [besideOpen, setBesideOpen] = useAtom(sidebarOpenAtom);
  // As a drawer the sidebar covers the page, so there it starts closed.
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [open, setOpen] = small ? [drawerOpen, setDrawerOpen] : [besideOpen, setBesideOpen];

  return (
    <Box sx={{ display: 'flex', minHeight: '100vh', bgcolor: 'background.default' }}>
      <Drawer
        variant={small ? 'temporary' : 'persistent'}
        open={open}
        onClose={() => setDrawerOpen(false)}
        id={sidebarId}
        sx={{ flexShrink: 0, width: !small && open ? sidebarWidth : 0 }}
        slotProps={{
          paper: {
            sx: { width: small ? drawerWidth : sidebarWidth, maxWidth: '84vw' },
            // As a drawer it is a dialog, and dialogs have names.
            ...(small ? { 'aria-label': 'Menu' } : {}),
          },
        }}
      >
        <ConsoleSidebar onNavigate={() => setDrawerOpen(false)} />
      </Drawer>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <ConsoleTopBar sidebarId={sidebarId} open={open} onToggle={() => setOpen(!open)} />
        <Box
          component="main"
          sx={{ width: '100%', px: { xs: 2, sm: 2.5, xl: 4 }, pt: { xs: 2, md: 0.5 }, pb: { xs: 4, md: 2 } }}
        >
          {children}
        </Box>
      </Box>
    </Box>
  );
}

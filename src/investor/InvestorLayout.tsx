import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useAtom } from 'jotai';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { sidebarOpenAtom } from '../shared/state';
import { DashboardModals } from './DashboardModals';
import { Sidebar } from './Sidebar';
import { TopBar } from './TopBar';
import { useLoadErrors } from './use-load-errors';

const sidebarWidth = 264;
const sidebarId = 'sidebar';

/** The frame of the investor's pages: sidebar (a drawer on small screens), top bar, the page, the modals. */
export default function InvestorLayout() {
  const small = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [besideOpen, setBesideOpen] = useAtom(sidebarOpenAtom);
  // As a drawer the sidebar covers the page, so there it starts closed.
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [open, setOpen] = small ? [drawerOpen, setDrawerOpen] : [besideOpen, setBesideOpen];
  useLoadErrors();

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
            sx: { width: sidebarWidth, maxWidth: '84vw' },
            // As a drawer it is a dialog, and dialogs have names.
            ...(small ? { 'aria-label': 'Menu' } : {}),
          },
        }}
      >
        <Sidebar onNavigate={() => setDrawerOpen(false)} />
      </Drawer>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <TopBar sidebarId={sidebarId} open={open} onToggle={() => setOpen(!open)} />
        <Box
          component="main"
          sx={{
            width: '100%',
            maxWidth: 1160,
            mx: 'auto',
            px: { xs: 2, sm: 4, lg: 5 },
            pt: { xs: 3, md: 2 },
            pb: 8,
          }}
        >
          <Outlet />
        </Box>
      </Box>
      <DashboardModals />
    </Box>
  );
}

import MenuOutlined from '@mui/icons-material/MenuOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { Brand } from '../Brand';
import { ThemeToggle } from '../ThemeToggle';
import { colors } from '../theme-palette';

interface TopBarProps {
  sidebarId: string;
  /** Whether the sidebar is open. */
  open: boolean;
  onToggle: () => void;
  /** Pixels. */
  height: number;
  brand: ReactNode;
}

/** The line above a page: the button of the sidebar, the brand where the sidebar is away, the theme. */
export function TopBar({ sidebarId, open, onToggle, height, brand }: TopBarProps) {
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height,
        px: { xs: 1, sm: 2 },
        backdropFilter: 'blur(10px)',
        bgcolor: (theme) => theme.alpha(colors(theme).background.default, 0.88),
        borderBottom: { xs: 1, md: 0 },
        borderColor: { xs: 'divider', md: 'transparent' },
      }}
    >
      <IconButton
        aria-label={open ? 'Close menu' : 'Open menu'}
        aria-expanded={open}
        aria-controls={sidebarId}
        onClick={onToggle}
        sx={{ width: 44, height: 44 }}
      >
        <MenuOutlined />
      </IconButton>
      <Box
        sx={{
          flex: 1,
          display: 'flex',
          color: 'primary.main',
          visibility: { md: open ? 'hidden' : 'visible' },
        }}
      >
        {brand ?? <Brand size={24} />}
      </Box>
      <ThemeToggle />
    </Box>
  );
}

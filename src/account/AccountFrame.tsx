import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { Brand } from '../shared/Brand';
import { printing } from '../shared/print-styles';
import { ThemeToggle } from '../shared/ThemeToggle';

interface Props {
  /** Where the page was come from; null where there is no way back yet. */
  back: { to: string; text: string } | null;
  /** Pixels that the content is wide at most. */
  width: number;
  children: ReactNode;
}

/** The frame of pages that every role has: the brand, the way back, and the page. */
export function AccountFrame({ back, width, children }: Props) {
  return (
    <Box sx={{ minHeight: '100vh', px: { xs: 2.5, sm: 5 }, py: { xs: 2, sm: 3 } }}>
      <Box
        component="header"
        data-print={printing.off}
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 44 }}
      >
        <Box sx={{ color: 'primary.main', display: 'inline-flex' }}>
          <Brand />
        </Box>
        <ThemeToggle />
      </Box>
      <Box component="main" sx={{ maxWidth: width, mx: 'auto', py: { xs: 3, sm: 5 } }}>
        {back && (
          <Button
            component={RouterLink}
            to={back.to}
            color="inherit"
            startIcon={<ArrowBackOutlined />}
            sx={{ ml: -2.5, mb: 1, color: 'text.secondary' }}
          >
            {back.text}
          </Button>
        )}
        {children}
      </Box>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** The heading of a part of the dashboard, with an optional sentence below it. */
export function SectionHeading({ id, children, lead }: { id: string; children: string; lead?: ReactNode }) {
  return (
    <Box sx={{ mb: 2.5 }}>
      <Typography
        id={id}
        tabIndex={-1}
        component="h2"
        variant="overline"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          color: 'secondary.main',
          outline: 'none',
          '&::after': { content: '""', flex: 1, borderTop: 1, borderColor: 'divider' },
        }}
      >
        {children}
      </Typography>
      {lead && (
        <Typography color="textSecondary" sx={{ mt: 0.5, textWrap: 'balance' }}>
          {lead}
        </Typography>
      )}
    </Box>
  );
}

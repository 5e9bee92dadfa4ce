import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  Icon: typeof SvgIcon;
  /** What it is called, and what stands beside that. */
  title: ReactNode;
  /** What is said of it. */
  children: ReactNode;
  /** The button. */
  action: ReactNode;
}

/** An item of a list that is more than a line: an icon, its name, what is said of it, and what can be done with it. */
export function ItemRow({ Icon, title, children, action }: Props) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 1.5,
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' },
        alignItems: { xs: 'start', sm: 'center' },
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
        '&:first-of-type': { pt: 0 },
      }}
    >
      <Icon
        aria-hidden
        sx={{
          boxSizing: 'content-box',
          p: 1,
          borderRadius: 1,
          fontSize: 22,
          color: 'primary.main',
          bgcolor: 'action.selected',
        }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography
          component="div"
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            fontWeight: 600,
            overflowWrap: 'anywhere',
          }}
        >
          {title}
        </Typography>
        {children}
      </Box>
      <Box sx={{ gridColumn: { xs: 2, sm: 'auto' }, justifySelf: 'start' }}>{action}</Box>
    </Box>
  );
}

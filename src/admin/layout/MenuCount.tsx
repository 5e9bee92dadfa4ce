import Box from '@mui/material/Box';
import { visuallyHidden } from '../../shared/visually-hidden';

interface MenuCountProps {
  count: number;
  /** What they are, for those who hear the menu: "waiting". */
  word: string;
  /** Whether somebody may be robbed meanwhile. */
  urgent?: boolean;
}

/** How many records want an administrator, behind an entry of the menu; nothing when none does. */
export function MenuCount({ count, word, urgent = false }: MenuCountProps) {
  if (count === 0) return null;
  const color = urgent ? 'error' : 'primary';
  return (
    <Box
      component="span"
      sx={{
        ml: 'auto',
        minWidth: 24,
        px: 0.75,
        borderRadius: 3,
        bgcolor: `${color}.main`,
        color: `${color}.contrastText`,
        fontSize: '0.75rem',
        fontWeight: 700,
        lineHeight: '24px',
        textAlign: 'center',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {count > 99 ? '99+' : count}
      <Box component="span" sx={visuallyHidden}>
        {` ${word}`}
      </Box>
    </Box>
  );
}

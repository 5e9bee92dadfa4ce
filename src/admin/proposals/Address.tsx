import Box from '@mui/material/Box';
import { differenceOf } from './address-difference';

const sx = {
  fontFamily: 'monospace',
  fontSize: '0.9375rem',
  overflowWrap: 'anywhere',
  // By its line and weight: a tint of its own would have to keep its contrast on every theme.
  '& mark': {
    bgcolor: 'transparent',
    color: 'inherit',
    fontWeight: 700,
    borderBottom: 3,
    borderColor: 'warning.main',
  },
} as const;

interface Props {
  text: string;
  /** What it is compared with; the part that differs stands out. */
  other?: string;
}

/** An address, whole, so that each letter can be compared. */
export function Address({ text, other }: Props) {
  const { start, differs, end } = differenceOf(text, other ?? text);
  return (
    <Box component="span" sx={sx}>
      {start}
      {differs && <mark>{differs}</mark>}
      {end}
    </Box>
  );
}

import Box from '@mui/material/Box';
import { differenceOf } from './address-difference';

const sx = {
  fontFamily: 'monospace',
  fontSize: '0.9375rem',
  overflowWrap: 'anywhere',
  '& mark': { bgcolor: 'warning.light', color: 'common.black', borderRadius: 0.5, px: '1px' },
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

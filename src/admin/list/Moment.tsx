import Box from '@mui/material/Box';
import { formatMoment } from '../../shared/format';

/** A moment in a row of a list, on two lines where the table is narrow. */
export function Moment({ at }: { at: string }) {
  return (
    <Box
      component="time"
      dateTime={at}
      sx={{ display: 'block', whiteSpace: 'normal', minWidth: { sm: 104 } }}
    >
      {formatMoment(at)}
    </Box>
  );
}

import Box from '@mui/material/Box';
import { formatMoment } from '../../shared/format';

/** A moment in a row of a list, on two lines where the table is narrow: the day on one, the time on the other. */
export function Moment({ at }: { at: string }) {
  const [, day, time] = /^(.+,) (.+)$/.exec(formatMoment(at)) ?? [];
  return (
    <Box
      component="time"
      dateTime={at}
      sx={{
        display: 'block',
        whiteSpace: 'normal',
        minWidth: { sm: '6.5rem' },
        '& span': { whiteSpace: 'nowrap' },
      }}
    >
      {day && time ? (
        <>
          <span>{day}</span> <span>{time}</span>
        </>
      ) : (
        formatMoment(at)
      )}
    </Box>
  );
}

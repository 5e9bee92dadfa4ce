import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { figures } from '../../../contract/chart';
import { formatDollars } from '../format';
import { LoadFailure } from '../LoadFailure';
import { printing } from '../print-styles';
import { endOf, type FigureNames, type FigureSource, hostDay } from './figure-history';

/** A year is typed digit by digit, and "0002" is a year as well: those are not meant. */
const earliest = '2000-01-01';

/** The figures as they were at the end of a day that is chosen or typed. */
export function AsOf({ source, names }: { source: FigureSource; names: FigureNames }) {
  const today = hostDay();
  const [day, setDay] = useState('');
  const isDay = day >= earliest && day <= today;
  const query = useQuery({
    queryKey: [...source.key, 'at', day],
    queryFn: ({ signal }) => source.at(endOf(day), signal),
    enabled: isDay,
  });
  const { data } = query;
  const shown = data && figures.filter(({ field }) => field === 'balance' || data[field] !== 0);
  return (
    <Box
      // Without a day it is a control alone; with one it says of when the figures are.
      {...(!isDay && { 'data-print': printing.off })}
      sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}
    >
      <TextField
        type="date"
        size="small"
        label="As of the end of"
        value={day}
        error={day !== '' && !isDay}
        helperText={day !== '' && !isDay ? 'Choose a day of UTC up to today' : 'A day of UTC'}
        onChange={({ target }) => setDay(target.value)}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: earliest, max: today } }}
        sx={{ width: { xs: '100%', sm: 220 } }}
      />
      {isDay && <LoadFailure query={query} />}
      <Box role="status" aria-label="Figures as of the day" sx={{ minHeight: 24 }}>
        {isDay && query.isLoading && <Typography color="textSecondary">Loading…</Typography>}
        {isDay && shown && (
          <Box
            component="dl"
            sx={{
              display: 'grid',
              gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))',
              columnGap: 2,
              rowGap: 1,
              m: 0,
              mt: 1,
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {shown.map(({ field }) => (
              <div key={field}>
                <Typography component="dt" variant="caption" color="textSecondary">
                  {names[field]}
                </Typography>
                <Box component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
                  {formatDollars(data[field])}
                </Box>
              </div>
            ))}
          </Box>
        )}
      </Box>
    </Box>
  );
}

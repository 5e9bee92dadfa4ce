import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { LineChart, lineClasses } from '@mui/x-charts/LineChart';
import { useEffect, useRef } from 'react';
import { formatDollars } from '../format';
import { dayLength, dayOfPoint, type FigureNames, heldIn, type Point } from './figure-history';

export type Shown = 'balance' | 'composition';

/** Pixels. */
const height = 260;

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});
const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const wholeDays = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

interface Props {
  points: readonly Point[];
  names: FigureNames;
  shown: Shown;
  /** What it shows, in words. */
  label: string;
}

/** Figures over time: each step holds until the next entry. The balance as one area, the composition as areas above one another. */
export default function HistoryChart({ points, names, shown, label }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // What of the chart takes the focus has neither a name nor an outline of its own.
  useEffect(() => {
    const focused = box.current?.querySelector('[role="none"][tabindex]');
    focused?.setAttribute('role', 'group');
    focused?.setAttribute('aria-label', 'Day by day, by the arrow keys');
  });
  const { palette } = useTheme();
  const colourOf = (index: number) => palette.chart[index % palette.chart.length] ?? palette.primary.main;
  const area = { area: true, showMark: false, curve: 'stepAfter', valueFormatter: dollarsOrNone } as const;
  const series =
    shown === 'balance'
      ? [
          {
            ...area,
            id: 'balance',
            label: 'Balance',
            color: palette.primary.main,
            data: points.map(({ figures }) => figures.balance),
          },
        ]
      : heldIn(points, names).map((holding) => ({
          ...area,
          id: holding.field,
          label: holding.label,
          color: colourOf(holding.colour),
          data: points.map(({ figures }) => figures[holding.field]),
          stack: 'all',
          stackOffset: 'diverging' as const,
        }));
  // Over more than a year the same day comes again, and the steps are of months.
  const ticks = Number(points.at(-1)?.at) - Number(points[0]?.at) > 366 * dayLength ? months : days;
  return (
    <Box
      ref={box}
      role="group"
      aria-label={label}
      sx={{
        position: 'relative',
        borderRadius: 1,
        '&:has([tabindex]:focus-visible)': {
          outline: '2px solid',
          outlineColor: 'primary.main',
          outlineOffset: 2,
        },
      }}
    >
      <LineChart
        height={height}
        // The last day of the axis may stand at its end, half of it beyond.
        margin={{ left: 0, right: 24, top: 12, bottom: 0 }}
        hideLegend={shown === 'balance'}
        skipAnimation
        grid={{ horizontal: true }}
        xAxis={[
          {
            scaleType: 'utc',
            data: points.map(({ at }) => at),
            tickNumber: 5,
            // Each day once.
            tickMinStep: dayLength,
            valueFormatter: (at: Date, { location }) =>
              location === 'tick' ? ticks.format(at) : wholeDays.format(dayOfPoint(at, points)),
            disableLine: true,
            disableTicks: true,
          },
        ]}
        yAxis={[
          {
            width: 56,
            valueFormatter: (value: number) => compact.format(value),
            disableLine: true,
            disableTicks: true,
          },
        ]}
        series={series}
        sx={{ [`& .${lineClasses.area}`]: { fillOpacity: shown === 'balance' ? 0.14 : 0.75 } }}
      />
    </Box>
  );
}

const dollarsOrNone = (value: number | null) => (value === null ? '' : formatDollars(value));

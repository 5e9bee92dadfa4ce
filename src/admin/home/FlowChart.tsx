import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { currencyName } from '../../../contract/currencies';
import { enumValues } from '../../../contract/enum-values';
import type { Crypto } from '../../../contract/enums';
import { formatDollars } from '../../shared/format';
import { confirmedPath } from '../record-paths';
import { dayText } from './days';
import { type FlowDay, partsOf, sumOf, ticksOf, tickText } from './flow-chart';

/** Pixels of the bars, and of what stands left of them. */
const height = 208;
const axisWidth = 48;
/** Of what stands right of them, for half of the last label. */
const endWidth = 18;
/** Days from one label to the next. */
const labelledEvery = 7;

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

function textOf({ in: came, out }: { in: number; out: number }): string {
  return `${formatDollars(came)} in, ${formatDollars(out)} out`;
}

/**
 * A bar for each day: what came above the line, what went below it, by currency. A day is chosen with the pointer or the
 * arrow keys, and said in figures above the bars, with the way to what was confirmed then. It stays chosen, so that the way to
 * it can be taken; Escape is all days again.
 */
export function FlowChart({ days }: { days: readonly FlowDay[] }) {
  const { palette } = useTheme();
  const [chosen, setChosen] = useState<number>();
  const [pointedAt, setPointedAt] = useState<number>();
  const shownAt = pointedAt ?? chosen;
  const shown = shownAt === undefined ? undefined : days[shownAt];
  const last = days.length - 1;
  const ticks = ticksOf(days);
  const [top = 0, bottom = 0] = [ticks[0], ticks.at(-1)];
  const span = top - bottom || 1;
  /** Of the height, from above. */
  const placeOf = (amount: number) => (top - amount) / span;
  const currencies = enumValues.cryptos.filter((crypto) =>
    days.some(({ byCurrency }) => byCurrency.some((one) => one.crypto === crypto)),
  );
  const colourOf = (crypto: Crypto) => {
    const index = enumValues.cryptos.indexOf(crypto) % palette.chart.length;
    return palette.chart[index] ?? palette.primary.main;
  };

  function choose(event: KeyboardEvent): void {
    const step = steps[event.key];
    const at = chosen ?? last;
    const next = { Home: 0, End: last, Escape: undefined }[event.key];
    if (step === undefined && !['Home', 'End', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    setPointedAt(undefined);
    if (step === undefined) setChosen(next);
    else setChosen(chosen === undefined ? last : Math.min(last, Math.max(0, at + step)));
  }

  return (
    <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
      <Typography variant="body2" sx={{ mb: 1.5 }}>
        <Link
          component={RouterLink}
          to={confirmedPath((shown ?? days[0])?.day ?? '', (shown ?? days.at(-1))?.day ?? '')}
          aria-label={
            shown
              ? `${dayText(shown.day)}: Transactions confirmed on this day`
              : 'All 30 days: Transactions confirmed in these days'
          }
        >
          {shown ? dayText(shown.day) : 'All 30 days'}
        </Link>
        {`: ${textOf(shown ?? sumOf(days))}`}
      </Typography>
      <Box
        role="slider"
        tabIndex={0}
        aria-label="Day"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shownAt ?? last}
        aria-valuetext={
          shown ? `${dayText(shown.day)}: ${textOf(shown)}` : `All days: ${textOf(sumOf(days))}`
        }
        onKeyDown={choose}
        onPointerLeave={() => setPointedAt(undefined)}
        sx={{
          position: 'relative',
          height,
          ml: `${axisWidth}px`,
          mr: `${endWidth}px`,
          borderRadius: 0.5,
          '&:focus-visible': {
            outline: 2,
            outlineStyle: 'solid',
            outlineColor: 'primary.main',
            outlineOffset: 4,
          },
        }}
      >
        {ticks.map((tick) => (
          <Box
            key={tick}
            aria-hidden
            sx={{
              position: 'absolute',
              insetInline: 0,
              top: `${placeOf(tick) * 100}%`,
              borderTop: 1,
              borderColor: tick === 0 ? 'text.secondary' : 'divider',
            }}
          >
            <Typography
              variant="caption"
              color="textSecondary"
              sx={{
                position: 'absolute',
                right: '100%',
                pr: 1,
                transform: 'translateY(-50%)',
                lineHeight: 1,
              }}
            >
              {tickText(tick)}
            </Typography>
          </Box>
        ))}
        <Box
          component="svg"
          aria-hidden
          viewBox={`0 0 ${days.length} 1`}
          preserveAspectRatio="none"
          sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
        >
          {days.map((day, at) => (
            <g key={day.day} onPointerEnter={() => setPointedAt(at)} onPointerDown={() => setChosen(at)}>
              <rect
                x={at}
                y={0}
                width={1}
                height={1}
                fill={at === shownAt ? palette.action.focus : 'transparent'}
              />
              {partsOf(day, 'in').map(({ crypto, from, to }) => (
                <rect
                  key={crypto}
                  x={at + 0.15}
                  width={0.7}
                  y={placeOf(to)}
                  height={(to - from) / span}
                  fill={colourOf(crypto)}
                />
              ))}
              {partsOf(day, 'out').map(({ crypto, from, to }) => (
                <rect
                  key={crypto}
                  x={at + 0.15}
                  width={0.7}
                  y={placeOf(-from)}
                  height={(to - from) / span}
                  fill={colourOf(crypto)}
                  fillOpacity={0.55}
                />
              ))}
            </g>
          ))}
        </Box>
      </Box>
      <Box
        aria-hidden
        sx={{ position: 'relative', height: 20, mt: 0.75, ml: `${axisWidth}px`, mr: `${endWidth}px` }}
      >
        {days.map(({ day }, index) =>
          (last - index) % labelledEvery === 0 ? (
            <Typography
              key={day}
              variant="caption"
              color="textSecondary"
              sx={{
                position: 'absolute',
                whiteSpace: 'nowrap',
                left: `${((index + 0.5) / days.length) * 100}%`,
                transform: 'translateX(-50%)',
              }}
            >
              {dayText(day)}
            </Typography>
          ) : null,
        )}
      </Box>
      <Box
        component="ul"
        aria-label="Currencies"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 0.5,
          listStyle: 'none',
          m: 0,
          mt: 1,
          p: 0,
        }}
      >
        {currencies.map((crypto) => (
          <Box component="li" key={crypto} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            {/* Drawn, as the bars are: paper has no backgrounds. */}
            <svg width={10} height={10} aria-hidden>
              <rect width={10} height={10} rx={2} fill={colourOf(crypto)} />
            </svg>
            <Typography variant="caption" color="textSecondary">
              {currencyName(crypto)}
            </Typography>
          </Box>
        ))}
        <Typography variant="caption" component="li" color="textSecondary" sx={{ ml: { sm: 'auto' } }}>
          Deposits above the line, withdrawals below. Days of UTC.
        </Typography>
      </Box>
    </Box>
  );
}

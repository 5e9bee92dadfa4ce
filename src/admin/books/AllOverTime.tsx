import Card from '@mui/material/Card';
import FigureHistory from '../../shared/figures/FigureHistory';
import type { FigureSource } from '../../shared/figures/figure-history';
import { figureNames } from '../accounts/figures';
import { type ConsoleDataProvider, useConsoleProvider } from '../provider/console-calls';
import { BooksPart } from './BooksPart';

const figuresOf = (provider: ConsoleDataProvider): FigureSource => ({
  key: ['figures', 'all'],
  names: figureNames,
  days: (span, signal) => provider.listAllFigureDays({ ...span, signal }),
  at: (at, signal) => provider.readAllFigures({ at, signal }),
});

/** The sums of the figures of all accounts over time, and as of a day. */
export default function AllOverTime() {
  const provider = useConsoleProvider();
  return (
    <BooksPart title="All accounts over time">
      <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
        <FigureHistory
          source={figuresOf(provider)}
          empty="There is nothing to show yet: no account has an entry."
        />
      </Card>
    </BooksPart>
  );
}

import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { periodName } from '../../../contract/statement-text';
import FigureHistory from '../../shared/figures/FigureHistory';
import type { FigureSource } from '../../shared/figures/figure-history';
import { printing } from '../../shared/print-styles';
import { StatementView } from '../../shared/statements/StatementView';
import type { StatementSource } from '../../shared/statements/statement-source';
import { figureNames } from '../accounts/figures';
import { PageFailure } from '../layout/PageFailure';
import { Section } from '../layout/Section';
import { useOffers } from '../offered';
import { type ConsoleDataProvider, useConsoleProvider } from '../provider/console-calls';

const figuresOf = (provider: ConsoleDataProvider, userId: string): FigureSource => ({
  key: ['figures', userId],
  names: figureNames,
  days: (span, signal) => provider.listFigureDays({ userId, ...span, signal }),
  at: (at, signal) => provider.readFigures({ userId, at, signal }),
});

const statementsOf = (provider: ConsoleDataProvider, userId: string): StatementSource => ({
  key: ['statements', userId],
  names: figureNames,
  list: (signal) => provider.listStatements({ userId, signal }),
  read: (period, signal) => provider.readStatement({ userId, period, signal }),
  print: (period) => provider.printStatement({ userId, period }),
});

function Statements({ source }: { source: StatementSource }) {
  const [chosen, setChosen] = useState<string>();
  const query = useQuery({ queryKey: source.key, queryFn: ({ signal }) => source.list(signal) });
  const { data } = query;
  return (
    <Section title="Statements" wide>
      <PageFailure what="statements" query={query} />
      {data?.statements.length === 0 && <Typography color="textSecondary">None yet.</Typography>}
      {data && data.statements.length > 0 && (
        <TextField
          select
          data-print={printing.off}
          size="small"
          label="Period"
          value={chosen ?? ''}
          onChange={({ target }) => setChosen(target.value)}
          sx={{ minWidth: 240, mb: 2 }}
        >
          {data.statements.map(({ _id, stored }) => (
            <MenuItem key={_id} value={_id}>
              {periodName(_id)}
              {!stored && ', preliminary'}
            </MenuItem>
          ))}
        </TextField>
      )}
      {chosen && <StatementView source={source} period={chosen} />}
    </Section>
  );
}

/** The account of an investor over time: a chart, the figures as of a day, and the statements; as far as the host has them. */
export default function OverTime({ userId }: { userId: string }) {
  const provider = useConsoleProvider();
  const offers = useOffers();
  return (
    <>
      {offers('listFigureDays') && (
        <Section title="Account over time" wide>
          <FigureHistory source={figuresOf(provider, userId)} />
        </Section>
      )}
      {offers('listStatements') && <Statements source={statementsOf(provider, userId)} />}
    </>
  );
}

import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Section } from '../layout/Section';
import { FlowChart } from './FlowChart';
import { FlowTable } from './FlowTable';
import { flowDaysOf } from './flow-chart';
import type { HomeCardProps } from './home-card';

/** What came and went in the last 30 days, by day and currency. */
export function FlowsCard({ home: { flows } }: HomeCardProps) {
  const [asTable, setAsTable] = useState(false);
  const isEmpty = flows.days.length === 0;
  const days = flowDaysOf(flows);
  return (
    <Section
      title="Deposits and withdrawals, 30 days"
      action={
        !isEmpty && (
          <Button size="small" sx={{ mr: -1 }} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )
      }
    >
      {isEmpty && (
        <Typography color="textSecondary">No deposit or withdrawal was confirmed in these days.</Typography>
      )}
      {!isEmpty && (asTable ? <FlowTable days={days} /> : <FlowChart days={days} />)}
    </Section>
  );
}

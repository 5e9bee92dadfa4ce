import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink, useParams } from 'react-router-dom';
import { screens } from '../../../contract/paths';
import { periodName } from '../../../contract/statement-text';
import type { StatementSummary, Statements } from '../../../contract/statements';
import { appConfig } from '../../app.config';
import { call } from '../../shared/api';
import { useDocumentTitle } from '../../shared/document-title';
import { counted, formatDollars } from '../../shared/format';
import { LoadFailure } from '../../shared/LoadFailure';
import { StatementView } from '../../shared/statements/StatementView';
import { toastErrors } from '../../shared/toasts';
import { ownStatements } from './own-statements';

const balanceOf = ({ lines }: StatementSummary) => lines.find(({ field }) => field === 'balance');

function StatementRow({ statement }: { statement: StatementSummary }) {
  const { _id, entries, stored } = statement;
  const line = balanceOf(statement);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr auto', sm: '11rem 1fr 1fr auto' },
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.25,
        py: 1.25,
        pl: _id.length === 7 ? { xs: 0, sm: 2 } : 0,
        borderTop: 1,
        borderColor: 'divider',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Link
        component={RouterLink}
        to={`${screens.statements}/${_id}`}
        sx={{ fontWeight: _id.length === 4 ? 640 : 500, py: 0.75 }}
      >
        {periodName(_id)}
      </Link>
      <Typography variant="body2" color="textSecondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
        {counted(entries, 'entry', 'entries')}
      </Typography>
      {/* On phones beneath the period. */}
      <Box
        sx={{
          gridArea: { xs: '2 / 1', sm: 'auto' },
          display: stored ? { xs: 'none', sm: 'block' } : 'block',
        }}
      >
        {!stored && <Chip size="small" color="warning" variant="outlined" label="Preliminary" />}
      </Box>
      <Typography variant="body2" sx={{ textAlign: 'right' }}>
        {line && formatDollars(line.closing)}
      </Typography>
    </Box>
  );
}

function MailSwitch({ mailed }: { mailed: boolean }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function set(wanted: boolean): Promise<void> {
    // Switched off meanwhile, the switch would lose the focus.
    if (busy) return;
    setBusy(true);
    try {
      const reply = await call('setStatementMail', { body: { mailed: wanted } });
      queryClient.setQueryData<Statements>(ownStatements.key, (known) => known && { ...known, ...reply });
    } catch (error) {
      toastErrors(error);
      // What had no answer may be done all the same.
      void queryClient.invalidateQueries({ queryKey: ownStatements.key });
    } finally {
      setBusy(false);
    }
  }
  return (
    <FormControlLabel
      control={<Switch checked={mailed} onChange={(_, wanted) => void set(wanted)} />}
      label="Mail me when the statement of a month is ready"
    />
  );
}

function StatementList() {
  const query = useQuery({
    queryKey: ownStatements.key,
    queryFn: ({ signal }) => ownStatements.list(signal),
  });
  const { data } = query;
  return (
    <>
      <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
        Statements
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3, maxWidth: '68ch' }}>
        One for each month and year since the first entry of your account, days of UTC. Those of periods that
        are over do not change any more; the running ones are preliminary.
      </Typography>
      <LoadFailure query={query} missing="No statements are made here." />
      {query.isPending && (
        <Skeleton variant="rounded" height={320} role="status" aria-label="Loading statements" />
      )}
      {data && (
        <Card sx={{ px: { xs: 2, sm: 3 }, py: 2 }}>
          <MailSwitch mailed={data.mailed} />
          {data.statements.length === 0 && (
            <Typography color="textSecondary" sx={{ mt: 1 }}>
              Your first statement appears here with the first entry of your account, such as a confirmed
              deposit.
            </Typography>
          )}
          <Box component="ul" aria-label="Statements" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
            {data.statements.map((statement) => (
              <StatementRow key={statement._id} statement={statement} />
            ))}
          </Box>
        </Card>
      )}
    </>
  );
}

function OneStatement({ period }: { period: string }) {
  return (
    <>
      <Button component={RouterLink} to={screens.statements} size="small" sx={{ mb: 1, ml: -1.75 }}>
        All statements
      </Button>
      <Typography variant="h2" component="h1" sx={{ mb: 3 }}>
        Statement, {periodName(period)}
      </Typography>
      <Card sx={{ p: { xs: 2, sm: 3 } }}>
        <StatementView source={ownStatements} period={period} />
      </Card>
    </>
  );
}

const isPeriod = (text: string) => /^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text);

/** The statements of the investor's account; with a period in the address that one. */
export default function StatementsPage() {
  const { period = '' } = useParams();
  useDocumentTitle(`${isPeriod(period) ? `Statement ${period}` : 'Statements'} | ${appConfig.brand}`);
  return isPeriod(period) ? <OneStatement period={period} /> : <StatementList />;
}

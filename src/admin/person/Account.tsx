import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useGetOne } from 'ra-core';
import { useState } from 'react';
import { type AccountField, accountFields } from '../../../contract/account';
import { formatMoment } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import type { AccountRecord } from '../accounts/account-record';
import { figureNames } from '../accounts/figures';
import { PageFailure } from '../layout/PageFailure';
import { dollarsOrMissing } from '../list/columns';
import { EditButton } from './EditButton';
import { Entries } from './Entries';
import { FreezeButton } from './FreezeButton';
import { Section } from './Section';

/** The figures of an investor, each with the entries that compose it; and the way to block withdrawals. */
export function Account({ userId }: { userId: string }) {
  const query = useGetOne<AccountRecord>('accounts', { id: userId });
  const [opened, setOpened] = useState<AccountField | null>(null);
  const { data: account } = query;
  const frozenAt = account?.frozenAt;

  return (
    <Section
      title="Account"
      action={
        account && (
          <Box sx={{ display: 'flex', gap: 1 }}>
            <EditButton account={account} onDone={query.refetch} />
            <FreezeButton account={account} onDone={query.refetch} />
          </Box>
        )
      }
    >
      <PageFailure what="account" query={query} />
      {query.isPending && <LoadingScreen />}
      {frozenAt && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          Withdrawals are frozen since {formatMoment(frozenAt)}.
        </Alert>
      )}
      {account && (
        <Box
          component="ul"
          aria-label="Figures"
          sx={{
            display: 'grid',
            // A second column only where both have room for the largest amounts.
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 17rem), 1fr))',
            columnGap: 2,
            listStyle: 'none',
            m: 0,
            p: 0,
          }}
        >
          {accountFields.options.map((field) => (
            <li key={field}>
              <Button
                fullWidth
                size="small"
                color="inherit"
                aria-haspopup="dialog"
                onClick={() => setOpened(field)}
                sx={{
                  justifyContent: 'space-between',
                  flexWrap: 'wrap',
                  px: 0,
                  fontVariantNumeric: 'tabular-nums',
                }}
              >
                <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                  {figureNames[field]}
                </Box>{' '}
                <Box
                  component="span"
                  sx={{
                    color: Number(account[field]) < 0 ? 'error.main' : 'primary.main',
                    borderBottom: 1,
                    overflowWrap: 'anywhere',
                  }}
                >
                  {dollarsOrMissing(account[field])}
                </Box>
              </Button>
            </li>
          ))}
        </Box>
      )}
      {account && opened && (
        <Entries
          userId={userId}
          field={opened}
          figure={Number(account[opened] ?? 0)}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  );
}

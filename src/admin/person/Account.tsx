import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useGetOne } from 'ra-core';
import { useState } from 'react';
import { type AccountField, accountFields } from '../../../contract/account';
import { formatDollars, formatMoment } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { printing } from '../../shared/print-styles';
import type { AccountRecord } from '../accounts/account-record';
import { figureNames } from '../accounts/figures';
import { PageFailure } from '../layout/PageFailure';
import { Section } from '../layout/Section';
import { useOffers } from '../offered';
import { EditButton } from './EditButton';
import { Entries } from './Entries';
import { FreezeButton } from './FreezeButton';

interface FigureProps {
  name: string;
  value: AccountRecord[AccountField];
  /** Shows what composes it, where the host can say. */
  onOpen?: () => void;
}

const figureSx = {
  display: 'flex',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  columnGap: 1,
  px: 0,
  fontVariantNumeric: 'tabular-nums',
} as const;

/** A figure and its name. */
function Figure({ name, value, onOpen }: FigureProps) {
  const plain = onOpen ? 'primary.main' : 'text.primary';
  const content = (
    <>
      <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
        {name}
      </Box>{' '}
      <Box
        component="span"
        sx={{
          color: Number(value) < 0 ? 'error.main' : plain,
          borderBottom: onOpen ? 1 : 0,
          overflowWrap: 'anywhere',
          '@media print': { border: 0 },
        }}
      >
        {formatDollars(value)}
      </Box>
    </>
  );
  if (!onOpen) return <Box sx={{ ...figureSx, py: 0.5, fontSize: '0.8125rem' }}>{content}</Box>;
  return (
    <Button
      fullWidth
      size="small"
      color="inherit"
      data-print={printing.text}
      aria-haspopup="dialog"
      onClick={onOpen}
      sx={figureSx}
    >
      {content}
    </Button>
  );
}

interface Props {
  userId: string;
  /** Nothing about them changes any more (docs/rules.md, "Personal data"). */
  erased: boolean;
}

/** The figures of an investor, each with the entries that compose it; and the way to block withdrawals. */
export function Account({ userId, erased }: Props) {
  const query = useGetOne<AccountRecord>('accounts', { id: userId });
  const [opened, setOpened] = useState<AccountField | null>(null);
  const { data: account } = query;
  const offers = useOffers();
  const hasEntries = offers('listEntries');
  const frozenAt = account?.frozenAt;

  return (
    <Section
      title="Account"
      tall
      action={
        account &&
        !erased && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <EditButton account={account} onDone={query.refetch} />
            {offers('freezeAccount') && <FreezeButton account={account} onDone={query.refetch} />}
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
              <Figure
                name={figureNames[field]}
                value={account[field]}
                {...(hasEntries && { onOpen: () => setOpened(field) })}
              />
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

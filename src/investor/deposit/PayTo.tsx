import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { currencyOf } from '../../../contract/currencies';
import type { Crypto } from '../../../contract/enums';
import type { Wallet } from '../../../contract/wallet';
import { CopyButton } from '../../shared/CopyButton';
import { LoadFailure } from '../../shared/LoadFailure';
import { QrCode } from '../../shared/QrCode';
import { useWallets } from '../investor-data';
import { SupportLink } from '../SupportLink';

/** Where to pay a currency: the network, and the address in full, to read, copy or scan. */
export function PayTo({ crypto }: { crypto: Crypto }) {
  const query = useWallets({ onScreen: true });
  const { data: wallets, isPending } = query;
  const { name, network } = currencyOf(crypto);
  const wallet = wallets?.find((entry) => entry.name === crypto);
  return (
    <Box
      component="section"
      aria-label="Wallet address"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default', p: 2 }}
    >
      {isPending && <Skeleton variant="rounded" height={112} aria-label="Loading the address" />}
      {wallet && <Address key={crypto} wallet={wallet} network={network} />}
      {!wallets && <LoadFailure query={query} />}
      {wallets && !wallet && (
        <Typography color="textSecondary">
          There is no address for {name} right now. Choose another currency, or write to <SupportLink />.
        </Typography>
      )}
    </Box>
  );
}

function Address({ wallet, network }: { wallet: Wallet; network: string }) {
  const [first] = useState(wallet.value);
  return (
    <>
      {wallet.value !== first && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          The address has just been replaced. Pay to this one, and no longer to the one that was here before.
        </Alert>
      )}
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        <QrCode value={wallet.value} size={112} title="QR code of the wallet address" />
        <Stack sx={{ gap: 1, minWidth: 0, flex: 1 }}>
          {wallet.demo && (
            <Chip
              color="warning"
              size="small"
              label="Demo: do not send funds"
              sx={{ alignSelf: 'flex-start' }}
            />
          )}
          <Typography variant="body2" color="textSecondary">
            Send on the{' '}
            <Box component="strong" sx={{ color: 'text.primary', fontWeight: 600 }}>
              {network}
            </Box>{' '}
            only, to this address:
          </Typography>
          <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
            {/* The whole address: one that is cut short cannot be checked before paying. */}
            <Typography
              data-testid="wallet-address"
              sx={{
                fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
                fontSize: '0.875rem',
                overflowWrap: 'anywhere',
              }}
            >
              {wallet.value}
            </Typography>
            <CopyButton value={wallet.value} label="Copy address" />
          </Stack>
        </Stack>
      </Stack>
    </>
  );
}

import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { KeptAddress } from '../../../contract/address-book';
import { currencies, currencyName } from '../../../contract/currencies';
import { CopyButton } from '../../shared/CopyButton';
import { notBeforeText } from '../../shared/hold';
import { ItemRow } from '../../shared/ItemRow';
import { useIsToCome } from '../../shared/use-hold';

interface Props {
  kept: KeptAddress;
  onRemove: () => void;
}

/** One address of the book, whole: it is compared letter by letter. */
export function AddressRow({ kept, onRemove }: Props) {
  const { label, crypto, address, notBefore } = kept;
  const network = currencies.find(({ value }) => value === crypto)?.network;
  const waits = useIsToCome(notBefore);
  return (
    <ItemRow
      Icon={AccountBalanceWalletOutlined}
      title={label}
      action={
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={`Remove ${label}`}
          onClick={onRemove}
          sx={{ minHeight: { xs: 44, sm: 36 } }}
        >
          Remove
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary">
        {currencyName(crypto)}
        {network && `, ${network}`}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, my: -0.25 }}>
        <Box
          component="span"
          sx={{
            fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
            fontSize: '0.8125rem',
            overflowWrap: 'anywhere',
          }}
        >
          {address}
        </Box>
        <CopyButton value={address} label={`Copy the address ${label}`} />
      </Box>
      {notBefore && waits && (
        <Typography variant="body2" color="textSecondary">
          New: withdrawals to it wait until {notBeforeText(notBefore)}.
        </Typography>
      )}
    </ItemRow>
  );
}

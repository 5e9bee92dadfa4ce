import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { KeptAddress } from '../../../contract/address-book';
import { currencyName } from '../../../contract/currencies';
import { notBeforeText } from '../../shared/hold';
import { useIsToCome } from '../../shared/use-hold';

interface Props {
  book: readonly KeptAddress[];
  /** The address of the book that the form holds. */
  chosen: KeptAddress | undefined;
  onChoose: (kept: KeptAddress | undefined) => void;
  disabled: boolean;
}

/** The beginning and the end of an address: what tells it apart in a line. The field below shows it whole. */
function inShort(address: string): string {
  return address.length > 16 ? `${address.slice(0, 8)}…${address.slice(-6)}` : address;
}

/** Chooses where a withdrawal goes from the address book. */
export function SavedAddress({ book, chosen, onChoose, disabled }: Props) {
  const notBefore = chosen?.notBefore;
  const waits = useIsToCome(notBefore);
  return (
    <TextField
      select
      fullWidth
      label="From your addresses"
      value={chosen?._id ?? ''}
      disabled={disabled}
      onChange={({ target }) => onChoose(book.find(({ _id }) => _id === target.value))}
      helperText={
        notBefore && waits ? `New: a withdrawal to it waits until ${notBeforeText(notBefore)}.` : undefined
      }
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          displayEmpty: true,
          renderValue: () => (chosen ? `${chosen.label}, ${currencyName(chosen.crypto)}` : 'Another address'),
        },
      }}
    >
      <MenuItem value="">Another address</MenuItem>
      {book.map(({ _id, label, crypto, address }) => (
        <MenuItem key={_id} value={_id} sx={{ display: 'block', whiteSpace: 'normal' }}>
          {label}
          <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
            {currencyName(crypto)}, {inShort(address)}
          </Typography>
        </MenuItem>
      ))}
    </TextField>
  );
}

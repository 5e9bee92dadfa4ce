import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useAtom } from 'jotai';
import { useState } from 'react';
import { currencyName } from '../../../contract/currencies';
import { printing } from '../../shared/print-styles';
import { AddAddressModal } from './AddAddressModal';
import { isKept, keepOfferAtom, useOwnAddresses } from './own-addresses';

/** Toasts, which come at the bottom as well where the screen is wide, stand above the bar (src/shared/ToastViewport.tsx). */
const aboveBar = ({ breakpoints, spacing }: Theme) => ({
  [breakpoints.up('sm')]: { '.notistack-SnackbarContainer': { marginBottom: spacing(7) } },
});

/**
 * Offers to keep the address that a withdrawal went to. It stays until it is answered, and stands in no way: the page
 * goes on beneath it.
 */
export default function KeepAddressBar() {
  const [destination, setDestination] = useAtom(keepOfferAtom);
  const [keeping, setKeeping] = useState(false);
  const { data: book } = useOwnAddresses();
  if (!destination || !book || isKept(book, destination)) return null;
  const dismiss = () => setDestination(null);
  if (keeping) return <AddAddressModal destination={destination} onClose={dismiss} />;
  return (
    <Box
      component="section"
      aria-label="Keep the address"
      data-print={printing.off}
      sx={{
        position: 'fixed',
        insetInline: 12,
        bottom: 12,
        zIndex: 'appBar',
        display: 'flex',
        justifyContent: { xs: 'stretch', sm: 'center' },
        pointerEvents: 'none',
      }}
    >
      <GlobalStyles styles={aboveBar} />
      <Paper
        variant="outlined"
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'center',
          justifyContent: 'flex-end',
          gap: 0.5,
          width: { xs: '100%', sm: 'auto' },
          maxWidth: { sm: 620 },
          minHeight: 44,
          py: 0.5,
          pl: 2,
          pr: 0.5,
          pointerEvents: 'auto',
          boxShadow: '0 12px 32px -16px rgba(8,20,16,.4)',
        }}
      >
        <Typography variant="body2" sx={{ flex: { xs: '1 1 100%', sm: 1 }, minWidth: 0, py: 0.75 }}>
          Keep this {currencyName(destination.crypto)} address for the next withdrawal?
        </Typography>
        <Button size="small" onClick={() => setKeeping(true)}>
          Keep it
        </Button>
        <IconButton size="small" aria-label="Do not keep it" onClick={dismiss}>
          <Close fontSize="small" />
        </IconButton>
      </Paper>
    </Box>
  );
}

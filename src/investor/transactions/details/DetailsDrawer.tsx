import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';
import { LoadFailure } from '../../../shared/LoadFailure';
import { printing } from '../../../shared/print-styles';
import { Details } from './Details';
import { useTransaction } from './transaction-details';

interface Props {
  /** The transaction to show; null closes the drawer. */
  id: string | null;
  onClose: () => void;
}

/** Everything about one transaction, beside the list. */
export default function DetailsDrawer({ id, onClose }: Props) {
  const titleId = useId();
  // What was shown stays while the drawer slides away.
  const [shown, setShown] = useState(id);
  useEffect(() => {
    if (id) setShown(id);
  }, [id]);

  return (
    <Drawer
      anchor="right"
      data-print={id === null ? printing.off : printing.alone}
      open={id !== null}
      onClose={onClose}
      slotProps={{
        paper: { 'aria-labelledby': titleId, sx: { width: { xs: '100%', sm: 460 }, maxWidth: '100%' } },
      }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 2, px: 3, pt: 2.5, pb: 2.5 }}
      >
        <Typography id={titleId} variant="h3" component="h2">
          Transaction details
        </Typography>
        <IconButton aria-label="Close" onClick={onClose} edge="end">
          <CloseOutlined />
        </IconButton>
      </Stack>
      <Box sx={{ px: 3, pb: 4 }}>{shown && <Content key={shown} id={shown} />}</Box>
    </Drawer>
  );
}

function Content({ id }: { id: string }) {
  const query = useTransaction(id);
  const { data: transaction, isPending, isPlaceholderData } = query;
  return (
    <>
      <LoadFailure query={query} />
      {isPending && (
        <Stack role="status" aria-label="Loading the transaction" sx={{ gap: 1.5 }}>
          <Skeleton variant="rounded" height={72} />
          <Skeleton variant="rounded" height={220} />
        </Stack>
      )}
      {transaction && <Details transaction={transaction} fresh={!isPlaceholderData} />}
      {transaction === null && (
        <Typography color="textSecondary">There is no transaction of yours at this address.</Typography>
      )}
    </>
  );
}

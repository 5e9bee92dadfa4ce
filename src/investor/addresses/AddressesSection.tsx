import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import type { KeptAddress } from '../../../contract/address-book';
import { limits } from '../../../contract/limits';
import { isWithoutCall } from '../../shared/api-error';
import { LoadFailure } from '../../shared/LoadFailure';
import { PageSection } from '../../shared/PageSection';
import { AddAddressModal } from './AddAddressModal';
import { AddressRow } from './AddressRow';
import { useOwnAddresses } from './own-addresses';
import { RemoveAddressModal } from './RemoveAddressModal';

function RowSkeletons() {
  return (
    <Stack role="status" aria-label="Loading your addresses" spacing={2}>
      <Skeleton variant="rounded" height={64} />
      <Skeleton variant="rounded" height={64} />
    </Stack>
  );
}

/** The addresses that the person keeps for withdrawals: to see, to add and to remove. */
export function AddressesSection() {
  const query = useOwnAddresses();
  const { data: book, isPending, refetch } = query;
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<KeptAddress | null>(null);
  const [removals, setRemovals] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that was pressed has gone with its row; without a new place the focus would be lost.
  useEffect(() => {
    if (removals > 0) heading.current?.focus();
  }, [removals]);

  function close(removed: boolean) {
    setRemoving(null);
    if (!removed) return;
    setRemovals((count) => count + 1);
    refetch();
  }

  if (isWithoutCall(query.error)) return null;
  const full = book !== undefined && book.length >= limits.addresses;
  return (
    <PageSection
      id="addresses"
      title="Withdrawal addresses"
      lead="Where your withdrawals may go. Keep one before you need it, and choose it instead of typing it. We write to you whenever one is added."
      headingRef={heading}
    >
      <LoadFailure query={query} />
      {isPending && <RowSkeletons />}
      {book?.length === 0 && (
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          You keep no address yet.
        </Typography>
      )}
      {book && book.length > 0 && (
        <Box component="ul" aria-labelledby="addresses" sx={{ listStyle: 'none', m: 0, p: 0, mb: 2 }}>
          {book.map((kept) => (
            <AddressRow key={kept._id} kept={kept} onRemove={() => setRemoving(kept)} />
          ))}
        </Box>
      )}
      {book && !full && (
        <Button variant="outlined" onClick={() => setAdding(true)}>
          Add an address
        </Button>
      )}
      {full && (
        <Typography variant="body2" color="textSecondary">
          These are {limits.addresses} addresses, which is all we keep. Remove one to add another.
        </Typography>
      )}
      {adding && <AddAddressModal onClose={() => setAdding(false)} />}
      {removing && <RemoveAddressModal kept={removing} onUnanswered={refetch} onClose={close} />}
    </PageSection>
  );
}

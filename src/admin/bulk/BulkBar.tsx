import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { limits } from '../../../contract/limits';
import { sharedRefusals } from '../../../contract/messages';
import { formatCount } from '../../shared/format';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { printing } from '../../shared/print-styles';
import { pagesRoom } from '../list/ListPages';
import type { Chosen } from './use-bulk-change';
import { useKeptFocus } from './use-kept-focus';

const BulkDialog = lazyPart(() => import('./BulkDialog'));

/** What can be done with several transactions: with those that are chosen, or with all that search and filters find. */
export function BulkBar() {
  const {
    data = [],
    selectedIds,
    onUnselectItems,
    filterValues,
    total = 0,
    refetch,
    isPlaceholderData,
  } = useListContext();
  const [asked, setAsked] = useState<Chosen | null>(null);
  const focus = useKeptFocus();
  const chosen = selectedIds.length;
  const elsewhere = selectedIds.filter((id) => !data.some((row) => row.id === id)).length;
  const filtered = Object.keys(filterValues).length > 0;
  const tooMany = chosen > limits.bulkIds;
  // What is known while another filter is read is how many the one before has found.
  const allFound = filtered && !isPlaceholderData && total > 0;
  // Without anything to offer it would be a gap above the rows.
  if (chosen === 0 && !allFound && !asked) return null;

  return (
    <Box
      {...focus}
      data-print={printing.off}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        mb: chosen ? 0 : 1,
        minHeight: 36,
        zIndex: 2,
        // All that are found is what the filters say, above the rows.
        order: chosen ? 0 : -1,
        // Where there is room, beside the pages.
        [theme.breakpoints.up('lg')]: {
          order: 0,
          alignSelf: 'flex-start',
          maxWidth: `calc(100% - ${pagesRoom.width}px)`,
          minHeight: pagesRoom.height,
          mt: 1,
          mb: `-${pagesRoom.height + 8}px`,
        },
        // What is done with the chosen ones stays in sight, below the rows: above, these would move away under the finger.
        ...(chosen > 0 && {
          position: 'sticky',
          bottom: 8,
          mt: 1,
          px: 1.5,
          py: { xs: 0.5, lg: 0 },
          bgcolor: 'background.paper',
          borderRadius: 1,
          boxShadow: 2,
        }),
      })}
    >
      {chosen > 0 ? (
        <>
          <Typography variant="body2" role="status">
            {formatCount(chosen)} selected
            {elsewhere > 0 && `, ${formatCount(elsewhere)} not on this page`}
            {tooMany && `, at most ${formatCount(limits.bulkIds)} can be changed at once`}
          </Typography>
          <Button size="small" color="inherit" onClick={() => onUnselectItems()}>
            Clear selection
          </Button>
          <Button
            size="small"
            variant="outlined"
            disabled={tooMany}
            onClick={() => setAsked({ ids: selectedIds.map(String) })}
          >
            Change status
          </Button>
        </>
      ) : (
        allFound &&
        (total > limits.bulkFound ? (
          <Typography variant="body2" color="textSecondary">
            {sharedRefusals.bulkTooMany(limits.bulkFound)} to change them all at once.
          </Typography>
        ) : (
          <Button size="small" onClick={() => setAsked({ filter: filterValues })}>
            Change status of all {formatCount(total)} found
          </Button>
        ))
      )}
      <DialogPart code={BulkDialog} onGiveUp={() => setAsked(null)}>
        {asked && (
          <BulkDialog
            chosen={asked}
            onClose={(changed) => {
              setAsked(null);
              if (!changed) return;
              onUnselectItems();
              refetch();
            }}
          />
        )}
      </DialogPart>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { formatDollars } from '../../shared/format';
import type { Statement } from '../../shared/statement';
import { EntryRow } from './EntryRow';

interface Props {
  statement: Statement;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** The entries of a figure, the newest first, down to what was there before the oldest one shown. */
export function EntryList({ statement, hasMore, loadingMore, onMore }: Props) {
  const { entries, total, before } = statement;
  const list = useRef<HTMLOListElement>(null);
  /** How many entries stood when more were asked for. */
  const stood = useRef<number>(undefined);

  useEffect(() => {
    if (stood.current === undefined || entries.length <= stood.current) return;
    // Reading goes on where it was: the button is further down now, or gone.
    const first = list.current?.children[stood.current];
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    stood.current = undefined;
  }, [entries.length]);

  return (
    <>
      <Box
        aria-hidden
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          display: 'flex',
          justifyContent: 'space-between',
          gap: 2,
          px: 3,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.default',
          color: 'text.secondary',
        }}
      >
        <Typography variant="caption">Newest first</Typography>
        <Typography variant="caption">Amount, figure after</Typography>
      </Box>
      <Box component="ol" ref={list} aria-label="Entries" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((entry) => (
          <EntryRow key={entry._id} entry={entry} />
        ))}
      </Box>
      {hasMore && (
        <Box sx={{ px: 3, py: 2, display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, color: 'text.secondary' }}>
            <Typography variant="caption">Before these</Typography>
            <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatDollars(before)}
            </Typography>
          </Box>
          <Button
            variant="outlined"
            loading={loadingMore}
            onClick={() => {
              stood.current = entries.length;
              onMore();
            }}
          >
            Show more
          </Button>
          <Typography variant="caption" color="textSecondary" sx={{ textAlign: 'center' }}>
            {entries.length} of {total} shown
          </Typography>
        </Box>
      )}
    </>
  );
}

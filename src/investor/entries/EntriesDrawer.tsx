import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef } from 'react';
import type { AccountField } from '../../../contract/account';
import { formatDollars } from '../../shared/format';
import { LoadFailure } from '../../shared/LoadFailure';
import { printing } from '../../shared/print-styles';
import { fittedSx, fittingSx } from '../amounts/fitted';
import { EntryList } from './EntryList';
import { useStatement } from './entry-pages';
import { figureButtonId, figureNames } from './figures';
import { SumLine } from './SumLine';

interface Props {
  figure: AccountField;
  open: boolean;
  onClose: () => void;
  /** It has left the view. */
  onGone: () => void;
}

const titleId = 'entries-title';

function Loading() {
  return (
    <Stack role="status" aria-label="Loading entries" sx={{ gap: 3, px: 3, pt: 2.5 }}>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Box key={row} sx={{ display: 'flex', justifyContent: 'space-between' }}>
          <Box sx={{ width: '55%' }}>
            <Skeleton width="80%" />
            <Skeleton width="55%" />
            <Skeleton width="65%" />
          </Box>
          <Skeleton width={84} sx={{ alignSelf: 'flex-start' }} />
        </Box>
      ))}
    </Stack>
  );
}

/** The entries a figure is made of: from the right, on phones from below. */
export default function EntriesDrawer({ figure, open, onClose, onGone }: Props) {
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const { amount, statement, query, agrees, differs, readAgain } = useStatement(figure);

  const figureText = amount === undefined ? '' : formatDollars(amount);

  const wasOpen = useRef(false);
  useEffect(() => {
    // Also when it was opened by a link, where nothing was pressed before.
    if (wasOpen.current && !open) document.getElementById(figureButtonId(figure))?.focus();
    wasOpen.current = open;
  }, [open, figure]);

  return (
    <Drawer
      anchor={phone ? 'bottom' : 'right'}
      open={open}
      onClose={onClose}
      disableRestoreFocus
      data-print={printing.alone}
      slotProps={{
        transition: { onExited: onGone },
        paper: {
          'aria-labelledby': titleId,
          sx: {
            height: { xs: 'calc(100dvh - 20px)', sm: '100%' },
            width: { xs: '100%', sm: 480 },
            borderRadius: { xs: '18px 18px 0 0', sm: 0 },
          },
        },
      }}
    >
      <Box component="header" sx={{ px: 3, pt: 2.5, pb: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
          <Typography id={titleId} component="h2" variant="subtitle2" color="textSecondary">
            {figureNames[figure]}, entry by entry
          </Typography>
          <IconButton aria-label="Close" onClick={onClose} sx={{ width: 44, height: 44, mr: -1.25 }}>
            <CloseOutlined />
          </IconButton>
        </Box>
        <Box sx={fittingSx}>
          <Typography component="p" variant="h2" sx={[{ mb: 1.5 }, fittedSx(figureText, 'h2')]}>
            {figureText || <Skeleton width="50%" />}
          </Typography>
        </Box>
        {statement && <SumLine statement={statement} agrees={agrees} />}
        {!statement && !query.error && <Skeleton width="70%" />}
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', pb: 3 }}>
        {differs && (
          <Alert
            severity="warning"
            sx={{ mt: 2, mx: 3 }}
            action={
              <Button color="inherit" size="small" onClick={readAgain}>
                Try again
              </Button>
            }
          >
            These entries do not add up to the figure. Please tell us, so that we can look into it.
          </Alert>
        )}
        {query.error && (
          <Box sx={{ pt: 2, px: 3 }}>
            <LoadFailure query={query} missing="The entries behind this figure are not kept here." />
          </Box>
        )}
        {query.isPending && <Loading />}
        {statement?.total === 0 && (
          <Typography color="textSecondary" sx={{ px: 3, py: 4 }}>
            No entries yet: nothing has moved this figure.
          </Typography>
        )}
        {statement && statement.total > 0 && (
          <EntryList
            statement={statement}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onMore={query.fetchNextPage}
          />
        )}
      </Box>
    </Drawer>
  );
}

import Box from '@mui/material/Box';
import Pagination from '@mui/material/Pagination';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useListContext } from 'ra-core';
import { totalText } from '../list-total';

/** Which rows of the list these are, and the way to the others. */
export function ListPages() {
  const { page, perPage, total, meta, setPage } = useListContext();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  if (!total) return null;
  const count = (number: number) => number.toLocaleString('en-US');
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: { xs: 'center', sm: 'flex-end' },
        columnGap: 2,
        rowGap: 0.5,
        pt: 1,
        minHeight: 52,
      }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {count(first)}-{count(last)} of {totalText(total, meta)}
      </Typography>
      <Pagination
        page={page}
        count={Math.ceil(total / perPage)}
        onChange={(_, chosen) => setPage(chosen)}
        siblingCount={phone ? 0 : 1}
        size={phone ? 'medium' : 'small'}
        sx={{ '& ul': { flexWrap: 'nowrap' } }}
      />
    </Box>
  );
}

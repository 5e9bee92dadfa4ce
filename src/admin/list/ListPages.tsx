import type { LabelDisplayedRowsArgs } from '@mui/material/TablePagination';
import { useListContext, useTranslate } from 'ra-core';
import { Pagination, PaginationActions, type PaginationActionsProps } from 'react-admin';
import { limits } from '../../../contract/limits';
import { formatCount } from '../../shared/format';
import { totalText } from '../list-total';
import { usePhone } from './use-phone';

const oneSize = [limits.pageSize];

/** As high as the pages of a list, and the width that they take, in pixels: what is done with chosen rows stands beside them. */
export const pagesRoom = { height: 44, width: 400 };

function count(number: number): string {
  return formatCount(number);
}

/** The numbers of the pages, on phones too, where react-admin has arrows only. */
function PageNumbers(props: PaginationActionsProps) {
  const phone = usePhone();
  return <PaginationActions {...props} siblingCount={phone ? 0 : 1} size={phone ? 'medium' : 'small'} />;
}

/** Which rows of the list these are, and the way to the others. */
export function ListPages() {
  const { meta, total: rows, error } = useListContext();
  const translate = useTranslate();
  // react-admin hands these on to MUI's pages, though its type leaves them out.
  const handedOn: object = {
    ActionsComponent: PageNumbers,
    // A host that does not say how many there are has -1 of them.
    labelDisplayedRows: ({ from, to, count: total }: LabelDisplayedRowsArgs) =>
      translate(`ra.navigation.${total < 0 ? 'partial_' : ''}page_range_info`, {
        offsetBegin: count(from),
        offsetEnd: count(to),
        total: totalText(total, meta),
      }),
  };
  // Nothing was read: neither how many there are, nor that there are none.
  if (error && rows === undefined) return null;
  return (
    <Pagination
      rowsPerPageOptions={oneSize}
      {...handedOn}
      sx={{
        display: 'block',
        overflow: 'visible',
        '& .MuiTablePagination-toolbar': {
          flexWrap: 'wrap',
          justifyContent: { xs: 'center', sm: 'flex-end' },
          columnGap: 2,
          rowGap: 0.5,
          minHeight: 52,
          p: 0,
          pt: 1,
        },
        '& .MuiTablePagination-spacer': { display: 'none' },
        '& .MuiTablePagination-displayedRows': { m: 0, color: 'text.secondary' },
        '& .MuiTablePagination-actions': { ml: 0, '&:empty': { display: 'none' } },
        '& .MuiPagination-ul': { flexWrap: 'nowrap' },
      }}
    />
  );
}

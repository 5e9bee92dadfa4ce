import { keyframes, type Theme } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { useDataTableConfigContext, useListContextWithProps } from 'ra-core';
import { Children, memo, Suspense } from 'react';
import { DataTableBody, type DataTableBodyProps } from 'react-admin';
import { lazyPart } from '../../shared/loading/lazy-part';
import { colors } from '../../shared/theme-palette';
import { useTellColumns } from './table-columns';
import { usePhone } from './use-phone';

/** Fetched on phones alone. */
const RecordLines = lazyPart(() => import('./RecordLines'));

function numbered(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

const pulse = keyframes({ '50%': { opacity: 0.4 } });

/** The colour of lines that stand for texts. */
export const lineColor = (theme: Theme) => theme.alpha(colors(theme).text.primary, 0.12);

/** As MUI's `Skeleton`, of which a table would have hundreds, each with styles and an animation of its own. */
const linesSx = {
  animation: `${pulse} 2s ease-in-out 0.5s infinite`,
  '& span': {
    display: 'block',
    height: '0.9em',
    borderRadius: '4px',
    bgcolor: lineColor,
  },
} as const;

/** Grey lines; they are drawn once, whatever changes about the list meanwhile. */
const LinesInPlace = memo(({ rows, cells }: { rows: number; cells: number }) => (
  <TableBody sx={linesSx}>
    {numbered(rows).map((row) => (
      <TableRow key={row}>
        {numbered(cells).map((cell) => (
          <TableCell key={cell}>
            <span style={{ width: cell === 0 ? 20 : `${60 + ((row * 7 + cell * 13) % 35)}%` }} />
          </TableCell>
        ))}
      </TableRow>
    ))}
  </TableBody>
));

/**
 * The rows of a table, and lines in their place while others are fetched: meanwhile react-admin still holds the rows of
 * the page, the order or the filter before. On phones each row is a group of lines; rows that unfold stay rows.
 */
export function TableRows({ children, ...rest }: DataTableBodyProps) {
  // A table of rows of its own is in no list.
  const { isPlaceholderData, perPage = 12 } = useListContextWithProps();
  const { hasBulkActions, expand } = useDataTableConfigContext();
  const phone = usePhone();
  useTellColumns(children);
  if (phone && !expand) {
    return (
      <Suspense>
        <RecordLines fetched={!isPlaceholderData}>{children}</RecordLines>
      </Suspense>
    );
  }
  if (!isPlaceholderData) return <DataTableBody {...rest}>{children}</DataTableBody>;
  const cells = Children.count(children) + (hasBulkActions ? 1 : 0) + (expand ? 1 : 0);
  return <LinesInPlace rows={Math.min(perPage, 12)} cells={cells} />;
}

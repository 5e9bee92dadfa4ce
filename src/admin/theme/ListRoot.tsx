import Box from '@mui/material/Box';
import { useListContext } from 'ra-core';
import { type ComponentProps, type ReactNode, use, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { limits } from '../../../contract/limits';
import { PageTools, PageToolsContext, PartOfPage, useHasOwnLine } from '../layout/PageTools';
import { useKeptPage } from '../list/kept-page';
import { ListCount } from '../list/ListCount';

/** A list whose address asks for pages of less than a row has pages of as many as others. */
function WithPages({ children }: { children: ReactNode }) {
  const { perPage } = useListContext();
  const { search } = useLocation();
  if (perPage >= 1) return children;
  const sized = new URLSearchParams(search);
  sized.set('perPage', String(limits.pageSize));
  sized.delete('page');
  return <Navigate to={{ search: sized.toString() }} replace />;
}

/**
 * The root of react-admin's list, whose rows are counted beside its title whatever its tools are. Where the page has other lists
 * count and tools stand above it.
 */
export function ListRoot({ children, ...rest }: ComponentProps<'div'>) {
  const besideTitle = use(PageToolsContext);
  const hasLine = useHasOwnLine();
  const [line, setLine] = useState<HTMLElement | null>(null);
  useKeptPage();
  return (
    <div {...rest}>
      {hasLine && (
        <Box
          ref={setLine}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 1.5,
            flexBasis: '100%',
            mb: 1.5,
          }}
        />
      )}
      <PageToolsContext value={hasLine ? line : besideTitle}>
        <PageTools>
          {/* Stands before the tools also while it is empty. */}
          <Box sx={{ display: 'contents' }}>
            <ListCount />
          </Box>
        </PageTools>
        <PartOfPage>
          <WithPages>{children}</WithPages>
        </PartOfPage>
      </PageToolsContext>
    </div>
  );
}

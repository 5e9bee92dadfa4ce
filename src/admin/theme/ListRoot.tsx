import Box from '@mui/material/Box';
import { type ComponentProps, use, useState } from 'react';
import { PageTools, PageToolsContext, PartOfPage, useHasOwnLine } from '../layout/PageTools';
import { useKeptPage } from '../list/kept-page';
import { ListCount } from '../list/ListCount';

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
        <PartOfPage>{children}</PartOfPage>
      </PageToolsContext>
    </div>
  );
}

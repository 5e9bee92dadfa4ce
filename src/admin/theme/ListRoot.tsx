import Box from '@mui/material/Box';
import type { ComponentProps } from 'react';
import { PageTools } from '../layout/PageTools';
import { ListCount } from '../list/ListCount';

/** The root of react-admin's list, whose rows are counted beside its title whatever its tools are. */
export function ListRoot({ children, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest}>
      <PageTools>
        {/* Stands before the tools also while it is empty. */}
        <Box sx={{ display: 'contents' }}>
          <ListCount />
        </Box>
      </PageTools>
      {children}
    </div>
  );
}

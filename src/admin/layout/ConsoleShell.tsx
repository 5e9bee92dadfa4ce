import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Brand } from '../../shared/Brand';
import { SidebarFrame } from '../../shared/frame/SidebarFrame';
import { CardsLoader } from '../list/ListStates';
import { tableHeight } from '../list/table-height';
import { consoleFrame } from './console-frame';

/** How wide the places of the menu's entries are, in per cent. */
const entries = [40, 38, 55, 62, 46, 44, 56, 50, 60, 36];

/** Pixels of a filter beside the search. */
const filterWidth = 152;

/** What a list of the console looks like before the console is here: its frame, its title, and places for filters and rows. */
export function ConsoleShell({ title }: { title: string }) {
  return (
    <SidebarFrame
      {...consoleFrame}
      sidebar={() => (
        <Box sx={{ p: 2, pt: 2.5, px: 3.5 }}>
          <Box sx={{ mb: 6, color: 'primary.main' }}>
            <Brand />
          </Box>
          {entries.map((width) => (
            <Skeleton key={width} width={`${width}%`} sx={{ mb: 2.25 }} />
          ))}
        </Box>
      )}
    >
      <Typography variant="h2" component="h1" sx={{ mb: { xs: 6.5, sm: 2 } }}>
        {/* A box of its own, as react-admin's is, so that nothing moves. */}
        <Box component="span" sx={{ display: 'inline-block' }}>
          {title}
        </Box>
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: { xs: 7, sm: 2 } }}>
        <Skeleton variant="rounded" height={40} sx={{ width: { xs: '100%', sm: 264 } }} />
        <Skeleton
          variant="rounded"
          height={40}
          sx={{ flex: { xs: '1 1 40%', sm: 'none' }, width: { sm: filterWidth } }}
        />
        <Skeleton
          variant="rounded"
          height={40}
          sx={{ flex: { xs: '1 1 40%', sm: 'none' }, width: { sm: filterWidth } }}
        />
      </Box>
      <Box sx={{ display: { sm: 'none' } }}>
        <CardsLoader />
      </Box>
      <Card sx={{ display: { xs: 'none', sm: 'block' }, height: tableHeight }} />
    </SidebarFrame>
  );
}

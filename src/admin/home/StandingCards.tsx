import Box from '@mui/material/Box';
import { BackupsCard } from './BackupsCard';
import { BooksCard } from './BooksCard';
import type { HomeCardProps } from './home-card';

/** Whether what is here is right, and safe: the books, and below them the backups where the host tells of them. */
export function StandingCards({ home }: HomeCardProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <BooksCard home={home} />
      {home.backups && <BackupsCard backups={home.backups} at={home.at} />}
    </Box>
  );
}

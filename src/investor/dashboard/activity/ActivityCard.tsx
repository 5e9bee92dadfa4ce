import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** One card of the activity: its title, something beside it, and what it holds. */
export function ActivityCard({
  title,
  beside,
  children,
}: {
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ display: 'flex', flexDirection: 'column', px: 3, pt: 2.5, pb: 1.5, minWidth: 0 }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          columnGap: 2,
          mb: 1.5,
        }}
      >
        <Typography id={id} component="h3" variant="h4">
          {title}
        </Typography>
        {beside}
      </Box>
      {children}
    </Card>
  );
}

/** What a card says when it has nothing to show. */
export function Quiet({ children }: { children: string }) {
  return (
    <Typography color="textSecondary" sx={{ pb: 1.5 }}>
      {children}
    </Typography>
  );
}

/** Lines that are on their way. */
export function LoadingLines({ count, label }: { count: number; label: string }) {
  return (
    <Box role="status" aria-label={label}>
      {Array.from({ length: count }, (_, line) => line).map((line) => (
        <Skeleton key={line} height={56} />
      ))}
    </Box>
  );
}

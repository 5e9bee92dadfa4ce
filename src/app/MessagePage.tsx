import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { screens } from '../../contract/paths';
import { Brand } from '../shared/Brand';

interface Props {
  title: string;
  children: ReactNode;
  /** A button before the way home. */
  action?: ReactNode;
  /** Leads home in place of the full load. */
  onHome?: () => void;
}

/** A page that says one thing and shows the way home. The way home is a full load: it also leaves a broken state. */
export function MessagePage({ title, children, action, onHome }: Props) {
  return (
    <Container
      component="main"
      maxWidth="sm"
      sx={{ minHeight: '100vh', display: 'grid', alignContent: 'center', py: 6 }}
    >
      <Box sx={{ color: 'primary.main', mb: 6 }}>
        <Brand />
      </Box>
      <Typography variant="h2" component="h1" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>{children}</Typography>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        {action}
        <Button
          variant={action ? 'outlined' : 'contained'}
          {...(onHome ? { onClick: onHome } : { href: screens.home })}
        >
          Back to the front page
        </Button>
      </Stack>
    </Container>
  );
}

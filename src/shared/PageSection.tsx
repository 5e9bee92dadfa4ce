import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';

interface Props {
  id: string;
  title: string;
  /** What the part is for, in a sentence or two. */
  lead: ReactNode;
  /** The heading, for those who put the focus there. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A part of a page: on wide screens its explanation stands beside it. */
export function PageSection({ id, title, lead, headingRef, children }: Props) {
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gap: { xs: 2, lg: 5 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '260px minmax(0, 1fr)' },
        pt: { xs: 3, lg: 4 },
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box>
        <Typography
          id={id}
          variant="h4"
          component="h2"
          ref={headingRef ?? null}
          tabIndex={-1}
          sx={{ mb: 0.75, outline: 'none' }}
        >
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '60ch' }}>
          {lead}
        </Typography>
      </Box>
      <Card>
        <CardContent sx={{ p: { xs: 2.5, sm: 3 }, '& > .MuiAlert-root:last-child': { mb: 0 } }}>
          {children}
        </CardContent>
      </Card>
    </Box>
  );
}

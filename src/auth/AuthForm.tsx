import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode, SubmitEventHandler } from 'react';

interface Props {
  title: string;
  intro: ReactNode;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  children: ReactNode;
  /** What stands under the form: where else to go. */
  footer?: ReactNode;
}

/** The frame of every account form: heading, a line of explanation, the fields, and where else to go. */
export function AuthForm({ title, intro, onSubmit, children, footer }: Props) {
  return (
    <Box>
      <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Typography component="div" sx={{ color: 'text.secondary', mb: 4 }}>
        {intro}
      </Typography>
      {/* The schemas say what is wrong, in the specification's words; the browser's own bubbles stay out. */}
      <Stack component="form" noValidate spacing={2.5} onSubmit={onSubmit}>
        {children}
      </Stack>
      {footer && (
        <Typography component="div" sx={{ mt: 4, color: 'text.secondary' }}>
          {footer}
        </Typography>
      )}
    </Box>
  );
}

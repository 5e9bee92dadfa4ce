import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  children: ReactNode;
  lead: ReactNode;
  /** Whether it takes the focus: what was shown before has gone, with what was pressed in it. */
  focused?: boolean;
}

/** What is shown now, and a few words about it. */
export function PageHeading({ children, lead, focused = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <>
      <Typography
        ref={heading}
        tabIndex={-1}
        variant="h2"
        component="h1"
        sx={{ mb: 1, '&:focus': { outline: 'none' } }}
      >
        {children}
      </Typography>
      <Typography component="div" sx={{ color: 'text.secondary', mb: { xs: 3, sm: 4 }, maxWidth: '68ch' }}>
        {lead}
      </Typography>
    </>
  );
}

import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** The class of an operator's panels: they stand beneath what there is of a record, not beside it. */
export const panelClass = 'own-panel';
/** Besides, of those that take the whole width of the page. */
export const widePanelClass = 'wide-panel';

interface Props {
  title: string;
  /** Beside the heading. */
  action?: ReactNode;
  /** Takes the whole width of the page. */
  wide?: boolean;
  /** As high as two others beside it. */
  tall?: boolean;
  /** No higher than it must be, whatever stands beside it. */
  low?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part of a page, under its heading. */
export function Section({
  title,
  action,
  wide = false,
  tall = false,
  low = false,
  className = '',
  children,
}: Props) {
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      className={className}
      sx={{
        p: { xs: 2, sm: 2.5 },
        minWidth: 0,
        ...(wide ? { gridColumn: '1 / -1' } : {}),
        ...(tall ? { gridRow: { md: 'span 2' } } : {}),
        ...(low ? { alignSelf: 'start' } : {}),
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5, minHeight: 36 }}>
        <Typography id={id} variant="h5" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Card>
  );
}

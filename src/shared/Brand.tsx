import Box from '@mui/material/Box';
import { appConfig } from '../app.config';
import { serif } from './theme-options';

interface Props {
  /** Height of the mark in pixels; the word grows with it. */
  size?: number;
  /** The mark without the name beside it. */
  markOnly?: boolean;
}

/** The brand's mark (an arch over a rising line) and name, in the colour of the text around it. */
export function Brand({ size = 28, markOnly = false }: Props) {
  return (
    // A long name takes more lines, and no room of the mark.
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.25,
        lineHeight: 1,
        '& svg': { flex: 'none' },
      }}
    >
      <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
        <path
          d="M4 28V16a12 12 0 0 1 24 0v12"
          stroke="currentColor"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
        <path d="M10 28v-6m6 6V16m6 12V20" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
        <circle cx="16" cy="10.6" r="2.1" fill="#C2934A" />
      </svg>
      {!markOnly && (
        <Box
          component="span"
          sx={{
            fontFamily: serif,
            fontWeight: 600,
            fontSize: size * 0.82,
            letterSpacing: '-0.02em',
          }}
        >
          {appConfig.brand}
        </Box>
      )}
    </Box>
  );
}

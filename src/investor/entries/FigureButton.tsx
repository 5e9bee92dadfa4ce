import Box from '@mui/material/Box';
import type { AccountField } from '../../../contract/account';
import { printing } from '../../shared/print-styles';
import { figureButtonId } from './figures';
import { loadDrawer } from './load-drawer';
import { useOpenFigure } from './opened-figure';

interface Props {
  figure: AccountField;
  /** What is shown: the figure, or a sentence with it. */
  text: string;
  /** What the text is about, for those who hear it without what stands around; begins the button's name. */
  about?: string;
}

/** A figure that opens the entries it is made of. */
export function FigureButton({ figure, text, about = '' }: Props) {
  const open = useOpenFigure();
  /** Fetches the drawer before the click; should that fail, the click tries again. */
  const prepare = () => loadDrawer().catch(() => {});
  return (
    <Box
      component="button"
      type="button"
      data-print={printing.text}
      id={figureButtonId(figure)}
      aria-haspopup="dialog"
      aria-label={`${about} ${text}: show its entries`.trim()}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => open(figure)}
      // Not in `sx`, where a theme with variables takes `font` for a name of its own.
      style={{ font: 'inherit' }}
      sx={{
        position: 'relative',
        p: 0,
        border: 0,
        borderRadius: 0.5,
        letterSpacing: 'inherit',
        textAlign: 'inherit',
        overflowWrap: 'anywhere',
        color: 'inherit',
        background: 'none',
        cursor: 'pointer',
        // Dotted: there is more behind this.
        textDecoration: 'underline dotted',
        textDecorationThickness: 'max(1px, 0.05em)',
        textUnderlineOffset: '0.22em',
        textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)',
        '&:hover': { textDecorationStyle: 'solid', textDecorationColor: 'currentColor' },
        '@media print': { textDecoration: 'none' },
        // On the card of the balance the usual outline would be green on green.
        '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: 4 },
        // A finger needs more room than the text has.
        '&::after': { content: '""', position: 'absolute', inset: '-6px -8px' },
      }}
    >
      {text}
    </Box>
  );
}

import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** A text within a row, on no more than some lines. */
export function foldedAt(lines: number) {
  return {
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: lines,
    overflow: { sm: 'hidden' },
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    lineHeight: 1.35,
    // Paper shows all of it.
    '@media print': { WebkitLineClamp: 'none', overflow: 'visible' },
  } as const;
}

/** A text in a row that breaks where it must, in a column of at least so many pixels. */
export function brokenAbove(least: number) {
  return { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: { sm: least } } as const;
}

interface Props {
  text: string;
  lines: number;
  /** Pixels that a column of such texts has at least: where they may break anywhere, a table would leave them one letter. */
  least: number;
  /** The text, with places where it is to be broken; as it is if not given. */
  children?: ReactNode;
  sx?: SxProps<Theme>;
}

/** A text in a row, on several lines where one is too short. What these do not hold is shown while its link has the focus, or pointed at. */
export function FoldedText({ text, lines, least, children = text, sx }: Props) {
  return (
    <Box
      component="span"
      title={text}
      sx={[
        {
          ...foldedAt(lines),
          display: { sm: '-webkit-inline-box' },
          verticalAlign: 'middle',
          minWidth: { sm: least },
          // Of a link's underline only text in line with it has its part; a second one would be drawn there, beside the first.
          textDecoration: { sm: 'inherit' },
          // No box of lines any more: Chromium 120 would go on cutting one without a number of lines.
          'a:focus-visible &': { WebkitLineClamp: 'none', display: { sm: 'inline-block' } },
        },
        sx ?? {},
      ].flat()}
    >
      {children}
    </Box>
  );
}

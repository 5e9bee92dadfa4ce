import Box from '@mui/material/Box';
import { Fragment } from 'react';

/** Pixels that a column of addresses has at least. */
const least = 112;

/**
 * An address in a row, on several lines where one is too short, broken before its host, or behind a dot. What three lines do not hold is
 * shown while its link has the focus, or pointed at.
 */
export function Email({ text }: { text: string }) {
  return (
    <Box
      component="span"
      title={text}
      sx={{
        display: { sm: '-webkit-inline-box' },
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 3,
        overflow: { sm: 'hidden' },
        verticalAlign: 'middle',
        minWidth: { sm: least },
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        textDecoration: 'inherit',
        lineHeight: 1.35,
        'a:focus-visible &': { WebkitLineClamp: 'none' },
      }}
    >
      {text.split(/(?=@)|(?<=\.)(?=.*@)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which nobody reorders.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </Box>
  );
}

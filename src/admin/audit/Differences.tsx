import ArrowRightAltOutlined from '@mui/icons-material/ArrowRightAltOutlined';
import Box from '@mui/material/Box';
import type { AuditEventView } from '../../../contract/audit';
import { printing } from '../../shared/print-styles';
import { visuallyHidden } from '../../shared/visually-hidden';
import { type Difference, differencesOf, shownValue } from './changed-values';

/** Lines that are shown at once; there are events of a dozen. */
const shownLines = 3;

/** A value, and the whole of it where it is shortened. */
function Value({ text }: { text: string }) {
  const shown = shownValue(text);
  return shown === text ? text : <span title={text}>{shown}</span>;
}

function Lines({ differences }: { differences: readonly Difference[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {differences.map(({ name, before, after }) => (
        <Box component="li" key={name} sx={{ position: 'relative' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {name}:{' '}
          </Box>
          {before !== null && (
            <>
              <Box component="del" sx={{ color: 'text.secondary' }}>
                <Value text={before} />
              </Box>
              <ArrowRightAltOutlined
                aria-hidden
                sx={{ fontSize: 16, mx: 0.5, verticalAlign: 'text-bottom' }}
              />
              {/* Where it stands by itself, it can be beyond the edge of a phone. */}
              <Box component="span" sx={{ ...visuallyHidden, left: 0 }}>
                became{' '}
              </Box>
            </>
          )}
          <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
            <Value text={after ?? 'nothing'} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** What an event changed, a line per value: as it was, and as it became. */
export function Differences({ event }: { event: AuditEventView }) {
  const differences = differencesOf(event);
  if (differences.length === 0) return '-';
  const more = differences.slice(shownLines);
  return (
    <Box
      sx={{
        minWidth: { sm: 200 },
        textAlign: 'left',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        lineHeight: 1.5,
      }}
    >
      <Lines differences={differences.slice(0, shownLines)} />
      {more.length > 0 && (
        <details>
          <Box
            component="summary"
            data-print={printing.off}
            sx={{ cursor: 'pointer', color: 'primary.main', lineHeight: 1.75 }}
          >
            {more.length} more
          </Box>
          <Lines differences={more} />
        </details>
      )}
    </Box>
  );
}

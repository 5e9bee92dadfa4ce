import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import type { Home } from '../../../contract/home';
import { formatMoment } from '../../shared/format';
import { Section } from '../layout/Section';
import { booksPath } from '../record-paths';
import { ageText } from './age';
import type { HomeCardProps } from './home-card';

const states = {
  good: { Icon: CheckCircleOutlined, color: 'success.main', text: 'The books balance' },
  broken: { Icon: ErrorOutlined, color: 'error.main', text: 'The books do not balance' },
  unfinished: { Icon: HelpOutlineOutlined, color: 'warning.main', text: 'The check did not finish' },
  unchecked: { Icon: HelpOutlineOutlined, color: 'text.secondary', text: 'Not checked in the last 90 days' },
} as const;

function stateOf(books: Home['books']): keyof typeof states {
  if (!books) return 'unchecked';
  if (books.holds === null) return 'unfinished';
  return books.holds ? 'good' : 'broken';
}

/** How the books stood when they were checked last. */
export function BooksCard({ home: { books, at } }: HomeCardProps) {
  const { Icon, color, text } = states[stateOf(books)];
  return (
    <Section
      title="Books"
      low
      action={
        <Link component={RouterLink} to={booksPath} variant="body2">
          Check now
        </Link>
      }
    >
      <Box sx={{ display: 'flex', gap: 1.25 }}>
        <Icon aria-hidden sx={{ color, fontSize: 24 }} />
        <Box>
          <Typography sx={{ fontWeight: 600, color }}>{text}</Typography>
          {books && (
            <Typography variant="body2" color="textSecondary">
              Checked {ageText(books.at, at)} ago,{' '}
              <Box component="time" dateTime={books.at} sx={{ whiteSpace: 'nowrap' }}>
                {formatMoment(books.at)}
              </Box>
            </Typography>
          )}
        </Box>
      </Box>
    </Section>
  );
}

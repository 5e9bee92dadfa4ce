import OpenInNewOutlined from '@mui/icons-material/OpenInNewOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Agreements, LegalDocument } from '../../../contract/legal';
import { formatDate } from '../../shared/format';
import { visuallyHidden } from '../../shared/visually-hidden';

interface Props {
  document: LegalDocument;
  /** The version the person agreed to before, if any. */
  before: Agreements['accepted'][number] | undefined;
}

/** One document to agree to: where to read it, its version, and what is new in it. */
export function OpenDocument({ document: { title, version, path, changes }, before }: Props) {
  return (
    <Box component="li" sx={{ py: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Link
        href={path}
        target="_blank"
        rel="noopener"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, fontSize: '1.0625rem' }}
      >
        {title}
        <OpenInNewOutlined sx={{ fontSize: '1.1rem' }} />
        <span style={visuallyHidden}> (opens in a new tab)</span>
      </Link>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Version {version}
        {before && `. You agreed to version ${before.version} on ${formatDate(before.acceptedAt)}`}
      </Typography>
      {before && changes && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          <strong>What is new:</strong> {changes}
        </Typography>
      )}
    </Box>
  );
}

import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { proofLink } from '../../shared/proof-link';

/**
 * The proof image. One that was sent to us is shown; one elsewhere is a link alone: whoever wrote the address would else
 * learn when it is looked at, and from where.
 */
export function Proof({ imageUrl }: { imageUrl: string | null }) {
  const [failed, setFailed] = useState(false);
  const link = proofLink(imageUrl);
  if (!link) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        No proof image was sent.
      </Typography>
    );
  }
  const { href, host } = link;
  return (
    <Box component="section" aria-label="Proof" sx={{ mt: 1.5 }}>
      {!host && !failed && (
        <Box
          component="img"
          src={href}
          alt="Proof of the payment, as the investor sent it"
          onError={() => setFailed(true)}
          sx={{
            display: 'block',
            maxWidth: '100%',
            maxHeight: 520,
            mb: 1,
            borderRadius: 1,
            border: 1,
            borderColor: 'divider',
          }}
        />
      )}
      {failed && (
        <Typography variant="body2" color="textSecondary">
          The image could not be loaded: its link works for a few minutes. Reload the page to get another.
        </Typography>
      )}
      <Link
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        variant="body2"
        sx={{ overflowWrap: 'anywhere' }}
      >
        {host ? `View the proof on ${host}, another site` : 'Open the proof in a new tab'}
      </Link>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { safeLink } from '../transactions/transaction-record';

/**
 * The proof image. One that was sent to us is shown; one elsewhere is a link alone: whoever wrote the address would else
 * learn when it is looked at, and from where.
 */
export function Proof({ imageUrl }: { imageUrl: string | null }) {
  const [failed, setFailed] = useState(false);
  const link = safeLink(imageUrl);
  if (!link) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        No proof image was sent.
      </Typography>
    );
  }
  const isOurs =
    new URL(link).origin === new URL(import.meta.env.VITE_API_URL || '/', location.origin).origin;
  return (
    <Box component="section" aria-label="Proof" sx={{ mt: 1.5 }}>
      {isOurs && !failed && (
        <Box
          component="img"
          src={link}
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
      <Link href={link} target="_blank" rel="noopener noreferrer" variant="body2">
        {isOurs ? 'Open the proof in a new tab' : 'Open the proof, which is on another site, in a new tab'}
      </Link>
    </Box>
  );
}

import Box from '@mui/material/Box';
import { QRCodeSVG } from 'qrcode.react';

interface Props {
  value: string;
  /** Pixels of a side. */
  size: number;
  /** What it holds, for those who do not see it. */
  title: string;
}

/** A QR code. Scanners need dark on light with a quiet edge, in the dark theme too. */
export function QrCode({ value, size, title }: Props) {
  return (
    <Box
      sx={{
        bgcolor: '#fff',
        p: 1,
        borderRadius: 1,
        alignSelf: { xs: 'center', sm: 'flex-start' },
        lineHeight: 0,
      }}
    >
      <QRCodeSVG value={value} size={size} title={title} />
    </Box>
  );
}

/** @jsxRuntime automatic */
import ArrowForward from '@mui/icons-material/ArrowForward';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Brand } from '../../src/shared/Brand';
import { themeOf } from '../../src/shared/theme-options';

interface Props {
  mode: 'light' | 'dark';
}

const letters = ['h1', 'h2', 'h3', 'h4', 'h5', 'body1', 'body2', 'caption', 'overline'] as const;
const statuses = [
  ['PENDING', 'warning'],
  ['CONFIRMED', 'success'],
  ['DECLINED', 'error'],
] as const;

function Swatch({ name, colour }: { name: string; colour: string }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ height: 56, borderRadius: '10px', bgcolor: colour, border: 1, borderColor: 'divider' }} />
      <Typography variant="caption">
        {name}
        <br />
        <span style={{ opacity: 0.75 }}>{colour}</span>
      </Typography>
    </Box>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography
        variant="overline"
        component="h2"
        sx={{ color: 'secondary.main', display: 'block', mb: 1.5 }}
      >
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** The identity on one page, drawn with the theme itself: what it shows is what the screens have. */
export function Sheet({ mode }: Props) {
  const shown = themeOf(mode);
  const { background, chart, error, primary, secondary, success, text, warning } = shown.palette;
  const colours = {
    Ground: background.default,
    Surface: background.paper,
    Ink: text.primary,
    'Quiet ink': text.secondary,
    Primary: primary.main,
    Accent: secondary.main,
    Success: success.main,
    Warning: warning.main,
    Error: error.main,
  };
  return (
    <ThemeProvider theme={shown}>
      <CssBaseline />
      <Box sx={{ p: 5, display: 'grid', gap: 4.5, bgcolor: 'background.default', color: 'text.primary' }}>
        <Box sx={{ color: 'primary.main' }}>
          <Brand size={36} />
        </Box>
        <Part title="Colour">
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(9, 1fr)', gap: 1.5 }}>
            {Object.entries(colours).map(([name, colour]) => (
              <Swatch key={name} name={name} colour={colour} />
            ))}
          </Box>
        </Part>
        <Part title="Charts">
          <Box sx={{ display: 'flex', borderRadius: '10px', overflow: 'hidden' }}>
            {chart.map((colour) => (
              <Box key={colour} sx={{ flex: 1, height: 36, bgcolor: colour }} />
            ))}
          </Box>
        </Part>
        <Part title="Type">
          {letters.map((variant) => (
            <Box key={variant} sx={{ display: 'flex', alignItems: 'baseline', gap: 3, py: 0.5 }}>
              <Typography variant="caption" sx={{ width: 80, flex: 'none', color: 'text.secondary' }}>
                {variant}
              </Typography>
              <Typography variant={variant} component="p" noWrap>
                Every figure, $1,204.50
              </Typography>
            </Box>
          ))}
        </Part>
        <Part title="Controls and surfaces">
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3, alignItems: 'start' }}>
            <Card sx={{ p: 3, display: 'grid', gap: 2 }}>
              <Typography variant="h3">A card</Typography>
              <TextField label="Amount" defaultValue="500" />
              <Box sx={{ display: 'flex', gap: 1.5 }}>
                <Button variant="contained" endIcon={<ArrowForward />}>
                  Proceed
                </Button>
                <Button variant="outlined" color="inherit">
                  Cancel
                </Button>
              </Box>
            </Card>
            <Box sx={{ display: 'grid', gap: 2 }}>
              <Box sx={{ display: 'flex', gap: 1 }}>
                {statuses.map(([label, colour]) => (
                  <Chip key={label} label={label} color={colour} />
                ))}
              </Box>
              <Alert severity="info">A quiet word beside what you are doing.</Alert>
              <Alert severity="error">What is wrong, and what to do about it.</Alert>
            </Box>
          </Box>
        </Part>
      </Box>
    </ThemeProvider>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useLayoutEffect, useRef } from 'react';
import { useOpenDeposit } from '../dashboard-modal';
import { activityId } from './Activity';

const steps = [
  { title: 'Choose a plan', text: 'Pick one below, a currency and the amount you want to invest.' },
  { title: 'Send the payment', text: 'From your own wallet, to the address we show you.' },
  { title: 'Report it', text: 'Enter the transaction id. Your balance moves once the payment is confirmed.' },
];

/**
 * Shown to an investor without any transaction: what to do first. It goes with the first deposit, and with it the button that
 * has the focus once the dialog is closed: the heading of what goes on gets it then, where the deposit stands.
 */
export default function FirstSteps() {
  const openDeposit = useOpenDeposit();
  const card = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const { current } = card;
    return () => {
      if (current?.contains(document.activeElement)) document.getElementById(activityId)?.focus();
    };
  }, []);

  return (
    <Card ref={card} component="section" aria-labelledby="first-steps">
      <CardContent sx={{ p: { md: 4 } }}>
        <Typography id="first-steps" component="h2" variant="h3" sx={{ mb: 3 }}>
          Make your first deposit
        </Typography>
        <Box
          component="ol"
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: { xs: '1fr', md: 'repeat(3, minmax(0, 1fr))' },
            listStyle: 'none',
            counterReset: 'step',
            p: 0,
            m: 0,
            mb: 3,
          }}
        >
          {steps.map(({ title, text }) => (
            <Box
              component="li"
              key={title}
              sx={{
                counterIncrement: 'step',
                pl: 5.5,
                position: 'relative',
                '&::before': {
                  content: 'counter(step)',
                  position: 'absolute',
                  left: 0,
                  width: 30,
                  height: 30,
                  display: 'grid',
                  placeItems: 'center',
                  borderRadius: '50%',
                  border: 1,
                  borderColor: 'secondary.main',
                  color: 'secondary.main',
                  fontWeight: 600,
                  fontSize: '0.875rem',
                },
              }}
            >
              <Typography sx={{ fontWeight: 600, lineHeight: '30px' }}>{title}</Typography>
              <Typography variant="body2" color="textSecondary">
                {text}
              </Typography>
            </Box>
          ))}
        </Box>
        <Button variant="contained" onClick={() => openDeposit()}>
          Make a deposit
        </Button>
      </CardContent>
    </Card>
  );
}

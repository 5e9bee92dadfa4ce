import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { takeFocus } from '../shared/take-focus';

interface Props {
  title: string;
  text: string;
  /** What leads on. */
  children: ReactNode;
}

/** What an account page says in place of its form, whose focus its heading takes. */
export function Notice({ title, text, children }: Props) {
  return (
    <>
      <Typography
        ref={takeFocus}
        tabIndex={-1}
        variant="h2"
        component="h1"
        sx={{ mb: 1, '&:focus': { outline: 'none' } }}
      >
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 4 }}>{text}</Typography>
      {children}
    </>
  );
}

export const toLogin = (
  <Button component={RouterLink} to={screens.login} variant="outlined" size="large" fullWidth>
    Log in
  </Button>
);

/** Where an account was made, and no session could begin with what was answered. */
export function AccountMade({ secret }: { secret: string }) {
  return (
    <Notice title="Your account is made" text={`You are not signed in yet: log in with ${secret}.`}>
      {toLogin}
    </Notice>
  );
}

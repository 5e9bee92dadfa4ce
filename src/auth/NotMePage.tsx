import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router-dom';
import { screens } from '../../contract/paths';
import type { TakeoverAnswer } from '../../contract/takeover';
import { appConfig } from '../app.config';
import { call } from '../shared/api';
import { ApiError, isWithoutAnswer } from '../shared/api-error';
import { formatMoment } from '../shared/format';
import { isSince } from '../shared/host-clock';
import { clearToken } from '../shared/session';
import { takeFocus } from '../shared/take-focus';
import { toastErrors } from '../shared/toasts';
import { readSession } from '../shared/token';
import { useWait } from '../shared/wait/use-wait';
import { WaitButton } from '../shared/wait/WaitButton';
import { AuthForm } from './AuthForm';
import { useAccountTitle } from './account-title';

/** Nothing is typed here, and no key sends it: the button alone does. */
const neverSent = (event: FormEvent) => event.preventDefault();

const support = (
  <Link href={`mailto:${appConfig.supportMail}`} sx={{ overflowWrap: 'anywhere' }}>
    {appConfig.supportMail}
  </Link>
);

const setNewPassword = (
  <Button component={RouterLink} to={screens.resetPassword} variant="contained" size="large" fullWidth>
    Set a new password
  </Button>
);

/** What has come of the press: takes the focus, since the button is gone. */
function Outcome({ severity, children }: { severity: 'success' | 'info'; children: ReactNode }) {
  return (
    <Alert ref={takeFocus} tabIndex={-1} severity={severity} role="status">
      {children}
    </Alert>
  );
}

function NoLink() {
  return (
    <AuthForm
      title="This was not me"
      intro="This page needs the link of one of our mails. If a mail tells of something that you did not do, open its link “This was not me” once more."
      onSubmit={neverSent}
      footer={<>You do not have the mail any more? Write to {support}.</>}
    >
      {setNewPassword}
    </AuthForm>
  );
}

function Done({ answer: { already, reportedAt } }: { answer: TakeoverAnswer }) {
  if (already) {
    return (
      <AuthForm
        title="Reported already"
        intro="Each link works once. If something has happened since then, use the link of the mail that tells of it."
        onSubmit={neverSent}
        footer={<>Questions? Write to {support}.</>}
      >
        <Outcome severity="info">
          This link was used on {formatMoment(reportedAt)}. Nothing was changed this time.
        </Outcome>
        {setNewPassword}
      </AuthForm>
    );
  }
  return (
    <AuthForm
      title="Your account is locked"
      intro={
        <ol>
          <li>Make sure that nobody else reads your mail: change the password of your mailbox first.</li>
          <li>
            Set a new password here. A code comes by mail; your second factor is asked for as before. If the
            one that is asked for is not yours, tell us: it can be removed.
          </li>
          <li>
            Look at your second factors, your kept addresses and your withdrawals, and remove what is not
            yours.
          </li>
        </ol>
      }
      onSubmit={neverSent}
      footer={
        <>Tell us what you know, also if it was a mistake: {support}. Then we allow withdrawals again.</>
      }
    >
      <Outcome severity="success">
        Withdrawals are blocked, all sessions have ended, and your password is void. We were told.
      </Outcome>
      {setNewPassword}
    </AuthForm>
  );
}

/** The one button, for the link of one mail, and what has come of it. */
function Report({ token }: { token: string }) {
  const [answer, setAnswer] = useState<TakeoverAnswer | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** When the first press that had no answer was, by this device's clock: it may have done everything. */
  const [unansweredAt, setUnansweredAt] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const wait = useWait();

  if (answer) return <Done answer={answer} />;

  async function report(): Promise<void> {
    setBusy(true);
    setRefusal(null);
    const pressedAt = Date.now();
    try {
      const told = await call('reportTakeover', { body: { token } });
      const before = unansweredAt === null || !isSince(told.reportedAt, unansweredAt);
      const already = told.already && before;
      // The session of this browser has ended with the others.
      if (!already && readSession()?.userId === told.userId) clearToken('refused');
      setAnswer({ ...told, already });
    } catch (error) {
      if (isWithoutAnswer(error)) setUnansweredAt(unansweredAt ?? pressedAt);
      wait.after(error);
      toastErrors(error);
      if (error instanceof ApiError && error.has('invalid_report_link')) setRefusal(error.message);
    }
    setBusy(false);
  }

  return (
    <AuthForm
      title="Was this not you?"
      intro={
        <>
          If the mail tells of something that you did not do, press the button. At once:
          <Box component="ul" sx={{ pl: 2.5, mb: 0 }}>
            <li>withdrawals from your account are blocked, and pending ones are not paid,</li>
            <li>everybody who is signed in to your account is signed out,</li>
            <li>your password works no longer: you set a new one by a code that comes by mail,</li>
            <li>we are told, and look at what has happened.</li>
          </Box>
        </>
      }
      onSubmit={neverSent}
      footer={unansweredAt === null && 'If it was you, close this page: nothing was changed.'}
    >
      {unansweredAt !== null && !refusal && (
        <Alert severity="warning">
          No answer came, and your account may be locked all the same. Press the button again to be sure.
        </Alert>
      )}
      {refusal && (
        <Alert severity="error">
          {refusal}. Set a new password instead, and write to {support}.
        </Alert>
      )}
      <WaitButton
        type="button"
        variant="contained"
        color="error"
        size="large"
        fullWidth
        wait={wait}
        loading={busy}
        onClick={report}
      >
        This was not me: lock my account
      </WaitButton>
      {refusal && setNewPassword}
    </AuthForm>
  );
}

/**
 * Where the link "This was not me" of a mail leads (docs/rules.md, "This was not me"). Opening it does nothing: programs open
 * links too. The token in the address leaves the address bar at once.
 */
export default function NotMePage() {
  useAccountTitle(screens.notMe);
  const navigate = useNavigate();
  const { hash } = useLocation();
  const inLink = new URLSearchParams(hash.slice(1)).get('token');
  const [token, setToken] = useState(inLink);

  useEffect(() => {
    if (!inLink) return;
    // Also when another link is opened in this tab.
    setToken(inLink);
    navigate(screens.notMe, { replace: true });
  }, [inLink, navigate]);

  return token ? <Report key={token} token={token} /> : <NoLink />;
}

import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { authProvider } from '../shared/auth-provider';
import { afterLogin } from '../shared/return-path';
import { readToken } from '../shared/token';
import { useSession } from '../shared/use-session';
import { useAccountTitle } from './account-title';
import { InvitationForm } from './InvitationForm';
import { AccountMade, Notice, toLogin } from './Notice';

/**
 * Accepts an invitation of an administrator or an auditor. The token is behind the # of the link, where no server sees it,
 * and leaves the address bar at once.
 */
export default function InvitationPage() {
  useAccountTitle(screens.invitation);
  const navigate = useNavigate();
  const session = useSession();
  const { hash } = useLocation();
  const inLink = hash.slice(1);
  const [token, setToken] = useState(inLink);
  const [invalid, setInvalid] = useState<string | null>(null);
  /** The token of the session that an acceptance was answered with. */
  const [accepted, setAccepted] = useState<string | null>(null);

  useEffect(() => {
    if (!inLink) return;
    // Also when another link is opened in this tab.
    setToken(inLink);
    setInvalid(null);
    setAccepted(null);
    navigate(screens.invitation, { replace: true });
  }, [inLink, navigate]);

  // Whoever has signed in meanwhile, in another tab, may be somebody else.
  if (accepted !== null && session && readToken() === accepted)
    return <Navigate to={afterLogin(session, null)} replace />;
  if (accepted !== null) return <AccountMade secret="the password that you chose" />;
  if (!token) {
    return (
      <Notice
        title="Open your invitation again"
        text="The link in the mail holds what is missing here. Open it once more, or ask for a new invitation."
      >
        {toLogin}
      </Notice>
    );
  }
  if (invalid !== null) {
    return (
      <Notice title="This invitation cannot be used" text={invalid}>
        {toLogin}
      </Notice>
    );
  }
  if (session) {
    return (
      <Notice
        title="Someone is signed in here"
        text="An invitation is for one person alone. To accept it in this browser, sign out first."
      >
        <Button variant="contained" size="large" fullWidth onClick={() => authProvider.logout()}>
          Sign out and go on
        </Button>
      </Notice>
    );
  }
  return <InvitationForm key={token} token={token} onAccepted={setAccepted} onInvalid={setInvalid} />;
}

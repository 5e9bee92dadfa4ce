import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { authProvider } from '../shared/auth-provider';
import { afterLogin } from '../shared/return-path';
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
  const [accepted, setAccepted] = useState(false);

  useEffect(() => {
    if (!inLink) return;
    // Also when another link is opened in this tab.
    setToken(inLink);
    setInvalid(null);
    setAccepted(false);
    navigate(screens.invitation, { replace: true });
  }, [inLink, navigate]);

  if (accepted && session) return <Navigate to={afterLogin(session, null)} replace />;
  if (accepted) return <AccountMade secret="the password that you chose" />;
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
  return (
    <InvitationForm key={token} token={token} onAccepted={() => setAccepted(true)} onInvalid={setInvalid} />
  );
}

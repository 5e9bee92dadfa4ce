import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { FactorAdded } from '../../contract/factors';
import { screens } from '../../contract/paths';
import { appConfig } from '../app.config';
import { authProvider } from '../shared/auth-provider';
import { useDocumentTitle } from '../shared/document-title';
import { factorsKey, useOwnFactors } from '../shared/factors/own-factors';
import { LoadFailure } from '../shared/LoadFailure';
import { useLayer } from '../shared/layers';
import { TroubleBar } from '../shared/loading/TroubleBar';
import { queryClient as sharedClient } from '../shared/query-client';
import { afterLogin, homeOf, returnParam, safeReturnPath } from '../shared/return-path';
import { clearErrors, toast } from '../shared/toasts';
import { useIsHere } from '../shared/use-is-here';
import { useSession } from '../shared/use-session';
import { AccountFrame } from './AccountFrame';
import { FactorList } from './FactorList';
import { PageHeading } from './PageHeading';
import { PasskeyStep } from './PasskeyStep';
import { PasswordStep } from './PasswordStep';
import { RecoveryCodes } from './RecoveryCodes';
import { TotpStep } from './TotpStep';
import type { View } from './views';

const title = 'Second factor';

/** What the list is about, or why nothing else can be done before there is one. */
const leads = {
  free: 'Besides your password, a sign-in then needs something that only you have. Changes that matter ask for it as well.',
  required:
    'Your role needs one before anything else: a password alone can be guessed or stolen. Choose what suits you; it takes a minute.',
};

/** Where the page was come from, and where it leads on to once there is a factor. */
function useWayOn() {
  const session = useSession();
  const [search] = useSearchParams();
  const wanted = safeReturnPath(search.get(returnParam));
  const on = wanted === null ? null : afterLogin(session, wanted);
  const home = homeOf(session);
  const back =
    on !== null
      ? { to: on, text: 'Back' }
      : home === screens.dashboard
        ? { to: screens.profile, text: 'Back to your profile' }
        : { to: home, text: 'Back to the console' };
  return { on, back };
}

function SecondFactor() {
  useDocumentTitle(`${title} | ${appConfig.brand}`);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const queryClient = useQueryClient();
  const query = useOwnFactors();
  const { data: own } = query;
  const { on, back } = useWayOn();
  const [view, setView] = useState<View>({ name: 'list' });
  /** Whether another view was shown before: then the heading takes the focus. */
  const [moved, setMoved] = useState(false);
  /** Whether recovery codes may have been made that were never shown: the answer with them was lost. */
  const [unseenCodes, setUnseenCodes] = useState(false);

  function move(next: View): void {
    setMoved(true);
    setView(next);
  }

  /** Goes on to another view, or back: what was refused in the one before is over. */
  function show(next: View): void {
    clearErrors();
    move(next);
  }
  const showList = () => show({ name: 'list' });
  const readAnew = () => void queryClient.invalidateQueries({ queryKey: factorsKey });

  /** Back to the list, which the refusal explains. */
  function over(): void {
    readAnew();
    move({ name: 'list' });
  }

  function showCodes(codes: readonly string[]): void {
    setUnseenCodes(false);
    show({ name: 'codes', codes });
  }

  function codesLost(): void {
    readAnew();
    setUnseenCodes(true);
  }

  /** No answer says whether the factor was added; the first one comes with recovery codes. */
  function factorUnanswered(): void {
    if (own?.factors.length === 0) codesLost();
    else readAnew();
  }

  // The codes are shown this once: nobody leaves them by a step back.
  useLayer(view.name !== 'list', () => {
    if (view.name !== 'codes') showList();
  });

  async function goOn(): Promise<void> {
    if (on === null) showList();
    else if (isHere.current) navigate(on, { replace: true });
  }

  async function added({ factor, recoveryCodes }: FactorAdded): Promise<void> {
    readAnew();
    toast({ description: `${factor.name} added`, variant: 'success' });
    if (recoveryCodes) showCodes(recoveryCodes);
    else await goOn();
  }

  async function signOut(): Promise<void> {
    navigate(await authProvider.logout());
  }

  const forced = own?.required === true && own.factors.length === 0;
  if (view.name === 'list') {
    return (
      <AccountFrame width={960} back={forced ? null : back}>
        <PageHeading focused={moved} lead={forced ? leads.required : leads.free}>
          {title}
        </PageHeading>
        <LoadFailure query={query} />
        {query.isPending && (
          <Stack role="status" aria-label="Loading your second factors" spacing={2}>
            <Skeleton variant="rounded" height={72} />
            <Skeleton variant="rounded" height={160} />
          </Stack>
        )}
        {own && (
          <FactorList
            own={own}
            unseenCodes={unseenCodes}
            onView={show}
            onCodes={showCodes}
            onCodesLost={codesLost}
          />
        )}
        {forced && (
          <Button color="inherit" onClick={signOut} sx={{ mt: 3, ml: -2.5 }}>
            Sign out
          </Button>
        )}
      </AccountFrame>
    );
  }
  return (
    <AccountFrame width={600} back={null}>
      {view.name === 'password' && <PasswordStep kind={view.kind} onStarted={show} onCancel={showList} />}
      {view.name === 'totp' && (
        <TotpStep
          setup={view.setup}
          onAdded={added}
          onUnanswered={factorUnanswered}
          onLeave={showList}
          onOver={over}
        />
      )}
      {view.name === 'passkey' && (
        <PasskeyStep
          setup={view.setup}
          onAdded={added}
          onUnanswered={factorUnanswered}
          onLeave={showList}
          onOver={over}
        />
      )}
      {view.name === 'codes' && <RecoveryCodes codes={view.codes} onDone={goOn} />}
    </AccountFrame>
  );
}

/** Where everybody who is signed in manages the own second factors, and sets the first one up. */
export default function SecondFactorPage() {
  return (
    <QueryClientProvider client={sharedClient}>
      <TroubleBar />
      <SecondFactor />
    </QueryClientProvider>
  );
}

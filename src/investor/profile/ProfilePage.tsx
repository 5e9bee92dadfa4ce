import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { appConfig } from '../../app.config';
import { isWithoutCall } from '../../shared/api-error';
import { useDocumentTitle } from '../../shared/document-title';
import { LoadFailure } from '../../shared/LoadFailure';
import { PageSection } from '../../shared/PageSection';
import { AddressesSection } from '../addresses/AddressesSection';
import { useCurrentUser } from '../investor-data';
import { DataSection } from './DataSection';
import { fieldGrid } from './field-grid';
import { useOwnSessions } from './own-sessions';
import { PasswordForm } from './PasswordForm';
import { ProfileForm } from './ProfileForm';
import { ProofSection } from './proof/ProofSection';
import { SecondFactorSection } from './SecondFactorSection';
import { SessionsSection } from './SessionsSection';

function FieldSkeletons({ count }: { count: number }) {
  return (
    <Stack role="status" aria-label="Loading your profile" sx={fieldGrid}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <Skeleton key={index} variant="rounded" height={56} />
      ))}
    </Stack>
  );
}

/** 'Account Profile': who the investor is, the password, the second factor, and where they are signed in. */
export default function ProfilePage() {
  useDocumentTitle(`Account Profile | ${appConfig.brand}`);
  const query = useCurrentUser();
  const { data: user, isPending } = query;
  // A host without these has the base calls alone; asking for the data itself would send a mail.
  const bare = isWithoutCall(useOwnSessions().error);

  return (
    <>
      <Typography variant="h2" component="h1" sx={{ mb: { xs: 3, lg: 4 } }}>
        Account Profile
      </Typography>
      <Stack sx={{ gap: { xs: 4, lg: 5 } }}>
        <PageSection id="personal-details" title="Personal details" lead="How we address and reach you.">
          {!user && <LoadFailure query={query} />}
          {isPending && <FieldSkeletons count={6} />}
          {user && <ProfileForm user={user} />}
        </PageSection>
        <PageSection
          id="password"
          title="Password"
          lead={bare ? 'What you sign in with.' : 'A new password signs you out on every other device.'}
        >
          <PasswordForm email={user?.email ?? ''} />
        </PageSection>
        <SecondFactorSection />
        <AddressesSection />
        <SessionsSection />
        {!bare && (
          <>
            <ProofSection />
            <DataSection />
          </>
        )}
      </Stack>
    </>
  );
}

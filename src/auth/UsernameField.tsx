import { useStoredEmail } from '../shared/use-stored-email';
import { visuallyHidden } from '../shared/visually-hidden';

/** Tells a password manager whose password the form is about; nobody else needs it. Without `email` the address last entered. */
export function UsernameField({ email: given }: { email?: string | undefined }) {
  const stored = useStoredEmail();
  const email = given ?? stored;
  if (!email) return null;
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden
      style={visuallyHidden}
    />
  );
}

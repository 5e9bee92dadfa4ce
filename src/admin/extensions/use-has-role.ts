import { usePermissions } from 'ra-core';
import type { UserType } from '../../../contract/enums';

/**
 * Tells whether the signed-in person is one of those whom something is for; undefined while that is not known yet. It
 * chooses what is offered: what may be done is the server's to say.
 */
export function useHasRole(): (roles: readonly UserType[] | undefined) => boolean | undefined {
  const { permissions, isPending } = usePermissions<string>();
  return (roles) => {
    if (!roles) return true;
    return isPending ? undefined : roles.some((role) => role === permissions);
  };
}

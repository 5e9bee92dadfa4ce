import { type AuthProvider, HttpError } from 'ra-core';
import { sharedRefusals } from '../../../contract/messages';
import type { ConsoleDataProvider } from '../provider/console-calls';

/**
 * Milliseconds until a refusal, as if a host had answered: a page that does not wait announces a success in the next task, which
 * is held back only while the write is under way.
 */
const answerTime = 50;

/**
 * A data provider that asks nobody for the reason of a write that they may not make: it is refused as the host
 * would. It holds for whatever page does it, also for one that offers everybody the same buttons.
 */
export function permittedProvider(
  provider: ConsoleDataProvider,
  auth: Pick<AuthProvider, 'canAccess'>,
): ConsoleDataProvider {
  async function permit(action: 'create' | 'edit' | 'delete', resource: string): Promise<void> {
    if ((await auth.canAccess?.({ action, resource })) !== false) return;
    await new Promise((resolve) => setTimeout(resolve, answerTime));
    throw new HttpError(sharedRefusals.forbidden, 403, {});
  }

  const permitted: Pick<ConsoleDataProvider, 'create' | 'update' | 'updateMany' | 'delete' | 'deleteMany'> = {
    create: async (resource, params) => {
      await permit('create', resource);
      return provider.create(resource, params);
    },
    update: async (resource, params) => {
      await permit('edit', resource);
      return provider.update(resource, params);
    },
    updateMany: async (resource, params) => {
      await permit('edit', resource);
      return provider.updateMany(resource, params);
    },
    delete: async (resource, params) => {
      await permit('delete', resource);
      return provider.delete(resource, params);
    },
    deleteMany: async (resource, params) => {
      await permit('delete', resource);
      return provider.deleteMany(resource, params);
    },
  };
  // A provider may be an object of a class, whose methods a copy would lose.
  return Object.assign(Object.create(provider), permitted);
}

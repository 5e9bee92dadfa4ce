import type { FastifyInstance } from 'fastify';
import type { SiteMode } from '../../contract/site';
import type { Database } from '../db/client';
import { route } from '../http/route';
import { write } from '../http/write';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { Commit } from '../writes/commit';
import { addAddress, listAddresses, removeAddress } from './addresses';

interface AddressBookServices {
  config: { siteMode: SiteMode; withdrawalHold: number };
  database: Database;
  commit: Commit;
  outbox: Outbox;
  mails: Mails;
}

/** Where investors want their withdrawals to go (docs/rules.md, "Address book"). */
export function addressBookRoutes(
  app: FastifyInstance,
  { config, database, commit, outbox, mails }: AddressBookServices,
): void {
  route(app, 'listAddresses', 'reads', async ({ caller }) =>
    listAddresses(database.db, caller().userId, config.withdrawalHold),
  );

  write(app, 'addAddress', 'writes', commit, {
    operation: 'address.add',
    async work(tx, { body, actor, caller }) {
      const added = await addAddress(tx, actor, body, config);
      outbox.enqueue(tx, mails.addressAdded({ id: caller.userId, email: caller.email }, added));
      return added;
    },
  });

  // Whoever finds an address that a thief has added takes it out, however many changes the thief makes.
  write(app, 'removeAddress', 'protects', commit, {
    operation: 'address.remove',
    on: ({ params }) => params.addressId,
    async work(tx, { params, actor }) {
      await removeAddress(tx, actor, params.addressId);
      return { message: 'Removed' };
    },
  });
}

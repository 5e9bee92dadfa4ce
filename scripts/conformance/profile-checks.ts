import { randomUUID } from 'node:crypto';
import { dataOf, mustRefuse, Wrong } from './client';
import { each } from './faults';
import * as shapes from './shapes';
import { type Check, type Visit, withoutSession } from './visit';

/** A name that is another one, and no longer than names may be. */
const renamed = (name: string) => (name.length < 50 ? `${name} Check` : name.slice(0, 40));

/** The checks of what the investor changes of themselves. */
export function profileChecks({ ask, of, readInvestor, mustAskToSignIn }: Visit): Check[] {
  async function setLastName(wanted: string): Promise<void> {
    dataOf(await ask('updateUser', of('investor'), { lastName: wanted }), shapes.anything);
    const { lastName: now } = await readInvestor();
    if (now !== wanted) throw new Wrong(`the last name is ${now} after it was set to ${wanted}`);
  }

  return [
    {
      name: 'updateUser',
      writes: true,
      async run() {
        const { lastName: before } = await readInvestor();
        await each(
          () => mustAskToSignIn('updateUser', { lastName: before }),
          () => setLastName(renamed(before)),
          () => setLastName(before),
        );
        return 'a last name was changed and set back';
      },
    },
    {
      name: 'changePassword',
      writes: true,
      async run() {
        const body = { oldPassword: randomUUID(), newPassword: randomUUID() };
        await each(
          () => mustAskToSignIn('changePassword', body),
          async () =>
            mustRefuse(
              await ask('changePassword', of('investor'), body),
              withoutSession,
              'a wrong old password',
            ),
        );
        return 'a wrong old password is refused';
      },
    },
  ];
}

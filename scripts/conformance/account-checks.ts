import { limits } from '../../contract/limits';
import { dataOf, Wrong } from './client';
import { each } from './faults';
import * as shapes from './shapes';
import { type Check, isSame, times, type Visit } from './visit';

/** 1 more, or 1 less where that is too much for an amount. In cents: 0.14 + 1 is 1.1400000000000001 to floats. */
function movedByOne(dollars: number): number {
  const cents = Math.round(dollars * 100);
  const raised = (cents + 100) / 100;
  return raised > limits.maxAmount ? (cents - 100) / 100 : raised;
}

/** Other accounts that a fault has changed and that are set back; were they all, it could not be done. */
const mostSetBack = 20;

/** The check of an edit of the investor's account by the administrator. */
export function accountChecks({
  ask,
  of,
  readInvestor,
  mustAskToSignIn,
  mustKeepFromInvestor,
}: Visit): Check[] {
  /** The profit of each account, by its person, as administrators see it. */
  async function readProfits(): Promise<Map<string, number>> {
    const all = dataOf(await ask('listAccounts', of('admin')), shapes.accounts);
    return new Map(all.map(({ user, profit }) => [user._id, Number(profit)]));
  }

  async function ownId(): Promise<string> {
    const { email } = await readInvestor();
    const all = dataOf(await ask('listAccounts', of('admin')), shapes.accounts);
    const found = all.find(({ user }) => isSame(user.email, email));
    if (!found) throw new Wrong('the account of the investor is not in the list of accounts');
    return found.user._id;
  }

  const edit = async (id: string, profit: number) =>
    dataOf(await ask('editAccount', of('admin'), { profit }, id), shapes.anything);

  async function mustSet(id: string, wanted: number): Promise<void> {
    await edit(id, wanted);
    const now = (await readProfits()).get(id);
    if (now !== wanted) throw new Wrong(`the profit is ${now} after it was set to ${wanted}`);
  }

  /** People may be at other accounts at the same time: what counts is a profit that became what was set, or moved with it. */
  async function mustKeepOthers(
    id: string,
    before: ReadonlyMap<string, number>,
    moved: number,
  ): Promise<void> {
    const by = moved - (before.get(id) ?? 0);
    const changed = [...(await readProfits())].filter(([other, now]) => {
      const was = before.get(other);
      return other !== id && was !== undefined && now !== was && (now === moved || now === was + by);
    });
    if (changed.length === 0) return;
    for (const [other] of changed.slice(0, mostSetBack)) await edit(other, before.get(other) ?? 0);
    throw new Wrong(`the profit of ${times(changed.length, 'other account')} was changed as well`);
  }

  return [
    {
      name: 'editAccount',
      writes: true,
      async run() {
        const id = await ownId();
        const before = await readProfits();
        const own = before.get(id) ?? 0;
        const moved = movedByOne(own);
        await each(
          // What it has, so that a host that asks nobody to sign in is not changed.
          () => mustAskToSignIn('editAccount', { profit: own }, id),
          () =>
            mustKeepFromInvestor(
              (token) => ask('editAccount', token, { profit: moved }, id),
              async () => (await readProfits()).get(id) !== own,
              'an investor may edit an account',
            ),
          () => mustSet(id, moved),
          () => mustKeepOthers(id, before, moved),
          () => mustSet(id, own),
        );
        return `a profit was ${moved > own ? 'raised' : 'lowered'} by 1 and set back`;
      },
    },
  ];
}

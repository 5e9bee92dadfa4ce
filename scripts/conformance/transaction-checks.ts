import { randomUUID } from 'node:crypto';
import { limits } from '../../contract/limits';
import { dataOf, mustRefuse, NotTried, Wrong } from './client';
import { each } from './faults';
import * as shapes from './shapes';
import { type Check, type Visit, withoutSession } from './visit';

const amount = 150;
/** From the examples of EIP-55, so that its checksum is right: a host must refuse for the amount alone. */
const exampleAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

/** The checks of deposits and withdrawals, and of who decides of them. */
export function transactionChecks({
  tokens,
  ask,
  of,
  mustAskToSignIn,
  mustKeepFromInvestor,
}: Visit): Check[] {
  const transactionId = `conformance-${randomUUID()}`;
  const deposit = { trxType: 'DEPOSIT', amount, plan: 'basic', crypto: 'bitcoin', transactionId };
  /** Each with an id of its own, by which it is found where it should not be. */
  const likeIt = (id: string, other: object = {}) => ({
    ...deposit,
    transactionId: `${transactionId}-${id}`,
    ...other,
  });

  const readAll = async () => dataOf(await ask('listTransactions', of('admin')), shapes.transactions);
  const readOwn = async () =>
    dataOf(await ask('listOwnTransactions', of('investor')), shapes.ownTransactions);

  async function mustRefuseToCreate(body: object, what: string): Promise<void> {
    mustRefuse(await ask('createTransaction', of('investor'), body), withoutSession, what);
  }

  async function mustCreate(): Promise<void> {
    dataOf(await ask('createTransaction', of('investor'), deposit), shapes.anything);
    const made = (await readOwn()).find((each) => each.transactionId === transactionId);
    if (!made) throw new Wrong('the deposit is not in the list of own transactions');
    if (made.trxType !== deposit.trxType || Number(made.amount) !== amount)
      throw new Wrong(`a deposit of ${amount} is in the list as ${made.trxType} of ${made.amount}`);
  }

  async function mustNotOverdraw(): Promise<void> {
    const { balance } = dataOf(await ask('readAccount', of('investor')), shapes.account);
    const beyond = Math.ceil(Math.max(Number(balance), limits.withdrawalBalance)) + 1;
    const body = { trxType: 'WITHDRAWAL', amount: beyond, crypto: 'ethereum', wallet: exampleAddress };
    await mustRefuseToCreate(body, `a withdrawal of ${beyond} with a balance of ${balance}`);
  }

  /** Declines what should have been refused. */
  async function declineStrays(known: ReadonlySet<string>): Promise<void> {
    if (!tokens.admin) return;
    const strays = (await readAll()).filter(
      (each) =>
        !known.has(each._id) &&
        (each.transactionId?.startsWith(`${transactionId}-`) || each.wallet === exampleAddress),
    );
    for (const { _id } of strays) await ask('changeStatus', tokens.admin, { status: 'DECLINED' }, _id);
  }

  return [
    {
      name: 'createTransaction',
      writes: true,
      async run() {
        const known = new Set(tokens.admin ? (await readAll()).map(({ _id }) => _id) : []);
        try {
          await each(
            () => mustAskToSignIn('createTransaction', likeIt('anonymous')),
            mustCreate,
            () => mustRefuseToCreate(likeIt('zero', { amount: 0 }), 'a deposit of 0'),
            () => mustRefuseToCreate(likeIt('negative', { amount: -amount }), `a deposit of -${amount}`),
            mustNotOverdraw,
          );
        } catch (error) {
          await declineStrays(known).catch(() => {});
          throw error;
        }
        return `a deposit of ${amount} with the transaction id ${transactionId}`;
      },
    },
    {
      name: 'changeStatus',
      writes: true,
      async run() {
        const status = 'DECLINED' as const;
        const read = async () => (await readAll()).find((each) => each.transactionId === transactionId);
        const made = await read();
        if (!made) throw new NotTried('the deposit of this check is not in the list');
        const { _id } = made;
        await each(
          () => mustAskToSignIn('changeStatus', { status }, _id),
          async () => {
            const before = (await read())?.status;
            await mustKeepFromInvestor(
              (token) => ask('changeStatus', token, { status }, _id),
              async () => (await read())?.status !== before,
              'an investor may decide of a deposit',
            );
          },
          async () => {
            const unknown = await ask('changeStatus', of('admin'), { status: 'CONFORMANCE' }, _id);
            mustRefuse(unknown, withoutSession, 'a status that there is not');
          },
          async () => {
            const answered = dataOf(
              await ask('changeStatus', of('admin'), { status }, _id),
              shapes.changedStatus,
            );
            if (answered._id !== _id || answered.status !== status)
              throw new Wrong('the answer does not name the transaction and its new status');
            if ((await read())?.status !== status) throw new Wrong('the list does not have the new status');
          },
        );
        return 'declined that deposit';
      },
    },
  ];
}

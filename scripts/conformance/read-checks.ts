import { dataOf, mustRefuse, NotTried, send, Wrong } from './client';
import { each } from './faults';
import { type ConsoleList, consoleLists, hasPages } from './list-pages';
import * as shapes from './shapes';
import { type Check, callOf, isSame, type Person, personNames, times, type Visit } from './visit';

const people = Object.keys(personNames) as Person[];

/** The checks of what people read of themselves, and administrators of all. */
export function readChecks(visit: Visit): Check[] {
  const { asked, tokens, ask, of, mustAskToSignIn, mustKeepFromInvestor } = visit;

  async function addressOf(who: Person): Promise<string> {
    return dataOf(await ask('readUser', of(who)), shapes.user).email;
  }

  /** Each person who is signed in is answered as the one whose credentials were given. */
  async function mustBeThemselves(): Promise<string[]> {
    const found: string[] = [];
    for (const who of people.filter((each) => tokens[each])) {
      const email = await addressOf(who);
      const given = asked[who];
      if (given && 'email' in given && !isSame(given.email, email))
        throw new Wrong(`${given.email} is answered as ${email}`);
      if (found.some((other) => isSame(other, email)))
        throw new Wrong(`the administrator and the investor are both answered as ${email}`);
      found.push(email);
    }
    return found;
  }

  /** The figures are those which administrators are shown of this investor. Without an administrator nobody knows. */
  async function mustBeOwn(figures: shapes.Figures): Promise<void> {
    if (!tokens.admin) return;
    const email = await addressOf('investor');
    const all = dataOf(await ask('listAccounts', tokens.admin), shapes.accounts);
    const own = all.find(({ user }) => isSame(user.email, email));
    if (!own) throw new Wrong(`the list of accounts has none of ${email}`);
    const other = shapes.ownFigures.find((name) => shapes.differ(figures[name], own[name]));
    if (!other) return;
    const whose = all.find((each) =>
      shapes.ownFigures.every((name) => !shapes.differ(figures[name], each[name])),
    );
    const belongs = whose ? `; the figures are those of ${whose.user.email}` : '';
    throw new Wrong(
      `the ${other} of ${email} is ${figures[other]}, and ${own[other]} in the list of accounts${belongs}`,
    );
  }

  /** Nobody is shown what others have reported. */
  async function mustBeOwnTransactions(rows: readonly shapes.OwnTransaction[]): Promise<void> {
    const email = await addressOf('investor');
    const whose = new Map(rows.map(({ _id, user }) => [_id, user?.email ?? undefined]));
    if (tokens.admin) {
      const all = dataOf(await ask('listTransactions', tokens.admin), shapes.transactions);
      for (const { _id, user } of all) if (whose.has(_id)) whose.set(_id, user.email);
    }
    const others = [...whose.values()].filter((each) => each !== undefined && !isSame(each, email));
    if (others.length > 0)
      throw new Wrong(`${times(others.length, 'transaction')} of others, of ${others[0]} for one`);
  }

  /** A list of the console: whole when it is called bare, for administrators alone, and in pages where it says so. */
  async function list<Row>(name: keyof typeof consoleLists, kind: ConsoleList<Row>): Promise<string> {
    let note = '';
    await each(
      () => mustAskToSignIn(name),
      () =>
        mustKeepFromInvestor(
          (token) => ask(name, token),
          ({ status, body }) => {
            const data = typeof body === 'object' && body !== null ? Reflect.get(body, 'data') : undefined;
            return status < 300 && Array.isArray(data) && data.length > 0;
          },
          'an investor is shown what is for administrators',
        ),
      async () => {
        const readAll = async () => dataOf(await ask(name, of('admin')), kind.shape);
        const asAdmin = (query: string) =>
          send(asked.host, `${callOf(name)}?${query}`, { token: of('admin') });
        const rows = await readAll();
        const pages = await hasPages(kind, readAll, asAdmin);
        note = `${times(rows.length, 'row')}, ${pages ? 'and pages of them' : 'always whole: the pages sort, filter and cut them'}`;
      },
    );
    return note;
  }

  return [
    {
      name: 'readUser',
      async run() {
        let found: string[] = [];
        await each(
          () => mustAskToSignIn('readUser'),
          async () => mustRefuse(await ask('readUser', 'a.wrong.token'), [401], 'a wrong token'),
          async () => {
            found = await mustBeThemselves();
            if (found.length === 0) throw new NotTried('nobody is signed in; who is not is refused');
          },
        );
        return found.join(' and ');
      },
    },
    {
      name: 'readAccount',
      async run() {
        let note = '';
        await each(
          () => mustAskToSignIn('readAccount'),
          async () => {
            const figures = dataOf(await ask('readAccount', of('investor')), shapes.account);
            note = `a balance of ${figures.balance}`;
            await mustBeOwn(figures);
          },
        );
        return note;
      },
    },
    {
      name: 'listOwnTransactions',
      async run() {
        let note = '';
        await each(
          () => mustAskToSignIn('listOwnTransactions'),
          async () => {
            const rows = dataOf(await ask('listOwnTransactions', of('investor')), shapes.ownTransactions);
            note = times(rows.length, 'row');
            await mustBeOwnTransactions(rows);
          },
        );
        return note;
      },
    },
    {
      name: 'listWallets',
      async run() {
        let note = '';
        await each(
          () => mustAskToSignIn('listWallets'),
          async () => {
            const { length } = dataOf(await ask('listWallets', of('investor')), shapes.wallets);
            note = `${length} ${length === 1 ? 'currency' : 'currencies'}`;
          },
        );
        return note;
      },
    },
    { name: 'listUsers', run: () => list('listUsers', consoleLists.listUsers) },
    { name: 'listTransactions', run: () => list('listTransactions', consoleLists.listTransactions) },
    { name: 'listAccounts', run: () => list('listAccounts', consoleLists.listAccounts) },
  ];
}

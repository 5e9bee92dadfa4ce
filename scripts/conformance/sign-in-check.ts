import { dataOf, mustRefuse, NotTried, Refused, type Reply, refusalOf, Wrong } from './client';
import { each } from './faults';
import * as shapes from './shapes';
import { type Check, type Person, personNames, type Visit } from './visit';

/** Nobody's: addresses under .invalid reach nobody. */
export const nobody = { email: 'nobody@conformance.invalid', password: 'no password at all' };

/** How hosts answer credentials that are not right, or not enough. */
const notLetIn = [400, 401, 403, 422];

/** Signs in whose credentials were given, for all checks after it. */
export function signInCheck({ asked, tokens, ask }: Visit): Check {
  const signed: string[] = [];

  function tokenIn(reply: Reply, who: Person): string {
    const { status } = reply;
    if (!notLetIn.includes(status)) return dataOf(reply, shapes.token);
    throw new Refused(
      `the credentials of the ${personNames[who]} were refused: status ${status}: ${refusalOf(reply)}`,
    );
  }

  async function signIn(who: Person): Promise<void> {
    const given = asked[who];
    if (!given) return;
    const token = 'token' in given ? given.token : tokenIn(await ask('login', undefined, given), who);
    const type = shapes.typeOf(token);
    if ((type === 'admin') !== (who === 'admin'))
      throw new Wrong(`the token of the ${who} says the type "${type}"`);
    tokens[who] = token;
    signed.push(`${who}'s token`);
  }

  return {
    name: 'login',
    async run() {
      await each(
        () => signIn('admin'),
        () => signIn('investor'),
        async () => mustRefuse(await ask('login', undefined, nobody), [401], 'a wrong password'),
        async () => {
          if (!asked.admin && !asked.investor)
            throw new NotTried('no credentials were given; a wrong password is refused');
        },
      );
      return `${signed.join(' and ')}; a wrong password is refused`;
    },
  };
}

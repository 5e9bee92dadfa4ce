import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { PasskeyAssertion, PasskeyRegistration, passkeyOptionsSchema } from '../../contract/factors';
import { refusals } from '../../contract/refusals';
import { z } from '../../contract/zod';
import { Refusal } from '../errors/refusal';
import { isLoopback } from '../network';

type Known = NonNullable<Parameters<typeof generateRegistrationOptions>[0]['excludeCredentials']>[number];
type Transports = NonNullable<Known['transports']>;
type Response<F extends (options: never) => unknown> = Parameters<F>[0] extends { response: infer R }
  ? R
  : never;

/** For the browser's call; what is in them is between the libraries of both sides. */
type Options = z.infer<typeof passkeyOptionsSchema>;

/** A passkey as it is stored. */
export interface StoredPasskey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[] | null;
}

/**
 * Passkeys of this site (WebAuthn level 3). What `check...` answers is `undefined` for what is not right. They throw
 * `invalid_factor` for what was given on a page of another address, which its owner or the operator can mend.
 */
export interface Passkeys {
  registrationOptions(
    owner: { userId: string; email: string; name: string },
    known: readonly StoredPasskey[],
  ): Promise<Options>;
  checkRegistration(response: PasskeyRegistration, challenge: string): Promise<StoredPasskey | undefined>;
  /** With a challenge of 32 random bytes if none is given. */
  assertionOptions(known: readonly StoredPasskey[], challenge?: Buffer): Promise<Options>;
  /** Answers the counter of the passkey after this use. */
  checkAssertion(
    response: PasskeyAssertion,
    challenge: string,
    passkey: StoredPasskey,
  ): Promise<number | undefined>;
}

const clientDataSchema = z.object({ origin: z.string() });

/** The address of the page that a browser had open when it asked for a passkey; undefined for what no browser writes. */
function pageOf(clientDataJSON: string): string | undefined {
  try {
    return clientDataSchema.parse(decodeClientDataJSON(clientDataJSON)).origin;
  } catch {
    return undefined;
  }
}

/** Of the library's failures nobody is told more than that it was not accepted. */
async function verified<T extends VerifiedRegistrationResponse | VerifiedAuthenticationResponse>(
  verify: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const result = await verify();
    return result.verified ? result : undefined;
  } catch {
    return undefined;
  }
}

const described = ({ credentialId, transports }: StoredPasskey): Known => ({
  id: credentialId,
  ...(transports && { transports: transports as Transports }),
});

/**
 * Passkeys of the site at `publicUrl`, which signs with `brand`. An address of this machine counts as localhost: a
 * passkey belongs to a name, and an IP address is none.
 */
export function createPasskeys(publicUrl: string, brand: string): Passkeys {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1'))) url.hostname = 'localhost';
  const site = { rpID: url.hostname, origin: url.origin };
  const expected = { expectedOrigin: site.origin, expectedRPID: site.rpID, requireUserVerification: false };

  /** A browser takes a passkey of one name at any scheme and port, and at names below it; the server at its own alone. */
  function requireOwnPage({ clientDataJSON }: { clientDataJSON: string }): void {
    const page = pageOf(clientDataJSON);
    if (page === undefined || page === site.origin) return;
    throw new Refusal('invalid_factor', refusals.passkeyElsewhere(site.origin));
  }

  return {
    registrationOptions: async ({ userId, email, name }, known) => ({
      ...(await generateRegistrationOptions({
        rpName: brand,
        rpID: site.rpID,
        userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
        userName: email,
        userDisplayName: name,
        attestationType: 'none',
        excludeCredentials: known.map(described),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      })),
    }),

    async checkRegistration(response, challenge) {
      requireOwnPage(response.response);
      const checked = await verified(() =>
        verifyRegistrationResponse({
          // The schema has checked the parts; what else the standard names is up to the library.
          response: response as Response<typeof verifyRegistrationResponse>,
          expectedChallenge: challenge,
          ...expected,
        }),
      );
      if (!checked?.registrationInfo) return undefined;
      const { id, publicKey, counter, transports } = checked.registrationInfo.credential;
      return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: transports ?? null };
    },

    assertionOptions: async (known, challenge) => ({
      ...(await generateAuthenticationOptions({
        rpID: site.rpID,
        ...(challenge && { challenge: new Uint8Array(challenge) }),
        allowCredentials: known.map(described),
        userVerification: 'preferred',
      })),
    }),

    async checkAssertion(response, challenge, passkey) {
      requireOwnPage(response.response);
      const checked = await verified(() =>
        verifyAuthenticationResponse({
          response: response as Response<typeof verifyAuthenticationResponse>,
          expectedChallenge: challenge,
          credential: {
            ...described(passkey),
            publicKey: new Uint8Array(passkey.publicKey),
            counter: passkey.counter,
          },
          ...expected,
        }),
      );
      return checked?.authenticationInfo.newCounter;
    },
  };
}

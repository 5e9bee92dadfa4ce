import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { z } from 'zod';
import type { PasskeyAssertion, PasskeyRegistration, passkeyOptionsSchema } from '../../../contract/factors';
import { lazyCode } from '../loading/lazy-code';

export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

/** Why no passkey was made or used, in words for the person. */
export class PasskeyFailure extends Error {
  override name = 'PasskeyFailure';
}

const texts = {
  browser: 'This browser cannot use passkeys here. Another browser, or https, may help.',
  address:
    'Passkeys need an address with a name, such as invest.example or localhost. This page is open at an IP address.',
  otherAddress: 'This page is open at another address than the one its passkeys are for.',
  cancelled: 'No passkey was given. Your browser was told to stop, or it took too long. You can try again.',
  known: 'This device or key is one of your second factors already.',
  failed: 'Your browser could not use a passkey. Try again, or use another factor.',
};

/** IPv4 or IPv6 in the address bar: a passkey belongs to a name (WebAuthn level 3, "RP ID"). */
const isIpAddress = (host: string) => /^[\d.]+$|^\[.*\]$/.test(host);

/** Why this browser, at this address, can do nothing with passkeys; undefined where it may. */
export function passkeyProblem(): string | undefined {
  if (isIpAddress(location.hostname)) return texts.address;
  return typeof window.PublicKeyCredential === 'function' ? undefined : texts.browser;
}

/** Why the browser did not do it. The library tells some reasons apart by `code`, the browser others by name. */
function failureOf(error: unknown): PasskeyFailure {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const reason =
    code === 'ERROR_INVALID_DOMAIN'
      ? texts.address
      : code === 'ERROR_INVALID_RP_ID'
        ? texts.otherAddress
        : code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
          ? texts.known
          : name === 'NotAllowedError' || name === 'AbortError'
            ? texts.cancelled
            : texts.failed;
  return new PasskeyFailure(reason, { cause: error });
}

/** Fetched when somebody asks for it: most people sign in without it. */
const library = lazyCode(() => import('@simplewebauthn/browser'));

type Library = typeof import('@simplewebauthn/browser');

async function ask<T>(how: (browser: Library) => Promise<T>): Promise<T> {
  const problem = passkeyProblem();
  if (problem !== undefined) throw new PasskeyFailure(problem);
  const browser = await library();
  try {
    return await how(browser);
  } catch (error) {
    throw failureOf(error);
  }
}

/** Has the browser sign with one of the person's passkeys. Throws PasskeyFailure, or ApiError where its code cannot be fetched. */
export function signWithPasskey(options: PasskeyOptions): Promise<PasskeyAssertion> {
  return ask(async ({ startAuthentication }) => {
    // What is in the options is between the libraries of both sides.
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    const { clientExtensionResults, ...rest } = await startAuthentication({ optionsJSON });
    return { ...rest, clientExtensionResults: { ...clientExtensionResults } };
  });
}

/** Has the browser make a passkey. Throws as `signWithPasskey`. */
export function createPasskey(options: PasskeyOptions): Promise<PasskeyRegistration> {
  return ask(async ({ startRegistration }) => {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const { clientExtensionResults, ...rest } = await startRegistration({ optionsJSON });
    return { ...rest, clientExtensionResults: { ...clientExtensionResults } };
  });
}

import { factorKinds } from './enums';
import * as fields from './fields';
import { limits } from './limits';
import { z } from './zod';

export const factorName = fields.text(1, 60);

/** A second factor as its owner sees it. */
export const factorSchema = z.object({
  _id: fields.id,
  kind: factorKinds,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Factor = z.infer<typeof factorSchema>;

/** The own second factors, and what is asked of the person. */
export const factorsSchema = z.object({
  factors: z.array(factorSchema),
  /** Recovery codes that were not used. */
  recoveryCodesLeft: z.int(),
  /** Whether the operator lets nobody of this role do anything without one. */
  required: z.boolean(),
});
export type Factors = z.infer<typeof factorsSchema>;

/** What WebAuthn passes between a browser and a server: base64url, and names of the standard. */
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);
const word = z.string().max(60);
const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.looseObject({}),
};

/** What a browser answers when a passkey was made (WebAuthn level 3, "RegistrationResponseJSON"). */
export const passkeyRegistrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(20_000),
    transports: z.array(word).max(10).optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistrationSchema>;

/** What a browser answers when a passkey was used (WebAuthn level 3, "AuthenticationResponseJSON"). */
export const passkeyAssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

const totpProof = z.strictObject({ kind: z.literal('totp'), code: fields.otp });
const recoveryProof = z.strictObject({ kind: z.literal('recovery'), code: z.string().min(1).max(40) });

/** Shows a second factor: six digits of an authenticator app, a recovery code, or what a passkey has signed. */
export const proofOfFactorSchema = z.discriminatedUnion('kind', [
  totpProof,
  recoveryProof,
  z.strictObject({ kind: z.literal('passkey'), response: passkeyAssertionSchema }),
]);
export type ProofOfFactor = z.infer<typeof proofOfFactorSchema>;

const ticket = z.string().min(1).max(100);

/** Sent with the refusal of a sign-in that lacks the second factor: how to go on. */
export const signInStepSchema = z.object({
  /** Stands for the password that was right; for ten minutes and five guesses. */
  ticket: z.string(),
  kinds: z.array(factorKinds),
});
export type SignInStep = z.infer<typeof signInStepSchema>;

/** POST /api/auth/factor */
export const factorSignInSchema = z.strictObject({ ticket, proof: proofOfFactorSchema });
/** POST /api/auth/factor/passkey */
export const passkeySignInSchema = z.strictObject({ ticket });
/** Shows a second factor without saying for what: a passkey signs one act instead (contract/acts.ts). */
export const timedProofSchema = z.discriminatedUnion('kind', [totpProof, recoveryProof]);
export type TimedProof = z.infer<typeof timedProofSchema>;
/** POST /api/auth/step-up */
export const stepUpSchema = z.strictObject({ proof: timedProofSchema });

/** Options for the browser's call (WebAuthn level 3); what is in them is between the libraries of both sides. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });

/** An authenticator app that is being set up: its secret in base32, and the address that the QR code shows. */
export const totpSetupSchema = z.object({ setupId: fields.id, secret: z.string(), uri: z.string() });
export const passkeySetupSchema = z.object({ setupId: fields.id, options: passkeyOptionsSchema });

/** POST /api/user/factors: what was set up works, as this shows. */
export const factorCreateSchema = z.strictObject({
  setupId: fields.id,
  name: factorName,
  proof: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('totp'), code: fields.otp }),
    z.strictObject({ kind: z.literal('passkey'), response: passkeyRegistrationSchema }),
  ]),
});
export type FactorCreate = z.infer<typeof factorCreateSchema>;

/** Recovery codes, shown this once. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** The new factor; recovery codes with the first one. */
export const factorAddedSchema = z.object({
  factor: factorSchema,
  recoveryCodes: z.array(z.string()).nullable(),
});
export type FactorAdded = z.infer<typeof factorAddedSchema>;

/** POST /api/user/factors/totp and /passkey: the password as well when it is the first second factor. */
export const factorStartSchema = z.strictObject({
  password: z.string().min(1).max(limits.passwordMax).optional(),
});

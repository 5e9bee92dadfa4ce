import { passkeyAssertionSchema, passkeyOptionsSchema } from './factors';
import * as fields from './fields';
import { z } from './zod';

/** A call as a client is about to send it (docs/rules.md, "Step-up"). */
export const actSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** With the query, if there is one. */
  path: z.string().min(1).max(30_000),
  body: z.unknown().optional(),
  /** The version in `If-Match`, and the text in `X-Reason`. */
  ifMatch: z.int().min(0).max(999_999_999).optional(),
  reason: fields.longText(2_000).optional(),
});
export type ActRequest = z.input<typeof actSchema>;

/** What an act would do, in the server's words, and what a passkey is to sign for it. */
export const actQuestionSchema = z.object({
  summary: z.string(),
  /** None for a person without a passkey. */
  passkey: z.object({ actId: fields.id, options: passkeyOptionsSchema }).nullable(),
});
export type ActQuestion = z.infer<typeof actQuestionSchema>;

/** POST /api/auth/step-up/passkey/{actId} */
export const actSignatureSchema = z.strictObject({ response: passkeyAssertionSchema });

/** Lets the very call through that was signed, once: sent with it in `X-Act-Proof`. */
export const signedActSchema = z.object({ proofId: fields.id });

const base64url = z.string();

/**
 * What is kept of an act that a passkey has signed, for anybody to check (docs/security.md, "Checking a signed act"):
 * SHA-256 of `act` is its hash, SHA-256 of `nonce` and that hash the challenge in `clientDataJSON`, and `signature` is of
 * `authenticatorData` and the SHA-256 of `clientDataJSON`.
 */
export const actProofSchema = z.object({
  _id: fields.id,
  requestId: z.string(),
  at: z.iso.datetime(),
  userId: fields.id,
  /** The name of the passkey; none once it is removed. */
  factor: z.string().nullable(),
  /** Canonical JSON (RFC 8785), the very letters that were hashed. */
  act: z.string(),
  nonce: base64url,
  /** A COSE key (RFC 9052), as it was when it signed. */
  publicKey: base64url,
  authenticatorData: base64url,
  clientDataJSON: base64url,
  signature: base64url,
  /**
   * `keyed` in `act` is HMAC-SHA-256 of a text with this key, in hexadecimal; none once somebody whom the act is about is
   * erased: nobody can show such a text any more.
   */
  textKey: base64url.nullable(),
});
export type ActProof = z.infer<typeof actProofSchema>;

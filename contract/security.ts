import { securityEventKinds } from './enums';
import { actorSchema } from './person';
import { z } from './zod';

/** A security event. Events are never changed, and are removed after a while. */
export const securityEventSchema = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  kind: securityEventKinds,
  /** None when nobody is known by the address, or whoever it was is not there any more. */
  user: actorSchema.nullable(),
  /** The address that was sent; anybody may have written it. */
  email: z.string().nullable(),
  ip: z.string().nullable(),
  /** What counts as one visitor: an IPv4 address, or the /64 of an IPv6 address. */
  network: z.string().nullable(),
  device: z.string().nullable(),
  /** What was refused: the name of a limit, a route. */
  detail: z.string().nullable(),
  requestId: z.string().nullable(),
  /** This one and those like it that followed from the network and were not kept one by one. */
  times: z.int(),
});
export type SecurityEventView = z.infer<typeof securityEventSchema>;

/** How long events are kept, and when administrators are told. */
export const securityPolicySchema = z.object({
  days: z.int(),
  minutes: z.int(),
  /** Refusals of one account, and of one network, within those minutes. */
  ofAccount: z.int(),
  ofNetwork: z.int(),
});
export type SecurityPolicy = z.infer<typeof securityPolicySchema>;

import { enumValues } from './enum-values';
import { z } from './zod';

export const userTypes = z.enum(enumValues.userTypes);
export type UserType = z.infer<typeof userTypes>;

export const userStandings = z.enum(enumValues.userStandings);
export type UserStanding = z.infer<typeof userStandings>;

export const invitedTypes = z.enum(enumValues.invitedTypes);
export type InvitedType = z.infer<typeof invitedTypes>;

export const trxTypes = z.enum(enumValues.trxTypes);
export type TrxType = z.infer<typeof trxTypes>;

export const trxStatuses = z.enum(enumValues.trxStatuses);
export type TrxStatus = z.infer<typeof trxStatuses>;

export const cryptos = z.enum(enumValues.cryptos);
export type Crypto = z.infer<typeof cryptos>;

export const planValues = z.enum(enumValues.planValues);
export type PlanValue = z.infer<typeof planValues>;

export const entryKinds = z.enum(enumValues.entryKinds);
export type EntryKind = z.infer<typeof entryKinds>;

export const actors = z.enum(enumValues.actors);
export type ActorRole = z.infer<typeof actors>;

export const bookChecks = z.enum(enumValues.bookChecks);
export type BookCheck = z.infer<typeof bookChecks>;

export const bulkResults = z.enum(enumValues.bulkResults);
export type BulkResult = z.infer<typeof bulkResults>;

export const proposalKinds = z.enum(enumValues.proposalKinds);
export type ProposalKind = z.infer<typeof proposalKinds>;

export const proposalStatuses = z.enum(enumValues.proposalStatuses);
export type ProposalStatus = z.infer<typeof proposalStatuses>;

export const holdCauses = z.enum(enumValues.holdCauses);
export type HoldCause = z.infer<typeof holdCauses>;

export const reviewFlags = z.enum(enumValues.reviewFlags);
export type ReviewFlag = z.infer<typeof reviewFlags>;

export const otpActivities = z.enum(enumValues.otpActivities);
export type OtpActivity = z.infer<typeof otpActivities>;

export const securityEventKinds = z.enum(enumValues.securityEventKinds);
export type SecurityEventKind = z.infer<typeof securityEventKinds>;

export const reportedMails = z.enum(enumValues.reportedMails);
export type ReportedMail = z.infer<typeof reportedMails>;

/** Kinds of second factors a person can set up; recovery codes come with the first of them. */
export const factorKinds = z.enum(enumValues.factorKinds);
export type FactorKind = z.infer<typeof factorKinds>;

export const takeoverFindings = z.enum(enumValues.takeoverFindings);
export type TakeoverFinding = z.infer<typeof takeoverFindings>;

export const reportStates = z.enum(enumValues.reportStates);
export type ReportState = z.infer<typeof reportStates>;

export const legalDocuments = z.enum(enumValues.legalDocuments);
export type LegalDocumentName = z.infer<typeof legalDocuments>;

export const mailStates = z.enum(enumValues.mailStates);
export type MailState = z.infer<typeof mailStates>;

export const errorCodes = z.enum(enumValues.errorCodes);
export type ErrorCode = z.infer<typeof errorCodes>;

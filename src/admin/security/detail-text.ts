/** Limits (server/limits) and uses of codes, in words administrators read. */
const names: Readonly<Record<string, string>> = {
  login: 'sign-ins to an address from a network',
  loginDevice: 'sign-ins to an address in a known browser',
  loginNetwork: 'failed sign-ins from a network',
  loginAccount: 'failed sign-ins to an address',
  signIns: 'right sign-ins of a person',
  oldPassword: 'old passwords guessed in a session',
  factorGuesses: 'wrong codes of authenticator apps of a person, from one place',
  factorGuessesOfPerson:
    'wrong codes of authenticator apps of a person, with several passwords or from several places',
  stepUps: 'wrong second factors in a session',
  factorStarts: 'acts to sign and second factors begun by a person',
  otpVerify: 'codes, links and second factors entered from a network',
  otpSend: 'codes asked for from a network',
  codeGuesses: 'guesses at the codes of an address',
  codeGuessesOfKnown: 'guesses at the codes of an address, from networks of its owner',
  codeGuessesOfAskers: 'guesses at the codes of an address, from networks that asked for one',
  takeoverReports: 'links "This was not me" from a network',
  registration: 'registrations from a network',
  policyReports: 'reports of refused page content from a network',
  views: 'proof images and documents of the API opened from a network',
  uploads: 'proof images sent by a person',
  writes: 'changes in a session',
  reads: 'reads in a session',
  protects: 'acts that protect an account, in a session',
  actStarts: 'acts to sign begun in a session',
  confirms: 'second factors shown once more and acts signed, in a session',
  factorSetup: 'second factors set up in a session',
  writesOfPerson: 'changes in all sessions of a person',
  prints: 'statements drawn as PDF for a person',
  exports: 'downloads of what is stored about a person, and proofs of their entries',
  books: 'checks of the books and of the sealed history by a person',
  sums: 'figures of all accounts asked for by a person',
  accessRefused: 'refused roles in a session',
  verify_email: 'for a new address',
  reset_password: 'for a new password',
};

/** What was refused, in words; a route, or what has none, as it is. */
export function detailText(detail: string): string {
  return (Object.hasOwn(names, detail) && names[detail]) || detail;
}

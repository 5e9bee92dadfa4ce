/** Addresses of the screens (docs/rules.md, "Routes and titles"). */
export const screens = {
  home: '/',
  auth: '/auth',
  login: '/auth/login',
  register: '/auth/register',
  verifyEmail: '/auth/verify-email',
  resetPassword: '/auth/reset-password',
  changePassword: '/auth/change-password',
  /** Where the link of an invitation leads; the token is behind the #, which browsers do not send. */
  invitation: '/auth/invitation',
  /** Where the link "This was not me" of a mail leads; the link's token follows it as the fragment. */
  notMe: '/auth/not-me',
  /** Where everybody manages the own second factors, and sets the first one up. */
  secondFactor: '/account/second-factor',
  dashboard: '/dashboard',
  transactions: '/dashboard/transactions',
  statements: '/dashboard/statements',
  profile: '/dashboard/profile',
  admin: '/admin',
  adminHome: '/admin/home',
  adminUsers: '/admin/users',
  adminAccounts: '/admin/accounts',
  adminTransactions: '/admin/transactions',
  adminReports: '/admin/reports',
  adminProposals: '/admin/proposals',
  terms: '/legal/terms',
  privacy: '/legal/privacy',
  risk: '/legal/risk',
} as const;

/** Addresses of the server that are neither screens nor calls of the contract. */
export const serverPaths = {
  health: '/api/health',
  ready: '/api/ready',
  openapi: '/api/openapi.json',
  docs: '/api/docs',
  /** The mailbox of demo mode is at `/{key}` under it, and as a list at `/{key}.json`. */
  devMailbox: '/dev/mailbox',
  /** Where browsers report what a page's content security policy refused. */
  cspReports: '/api/csp-reports',
  /** The front page once more, shut away from the rest of the site, for the translator to work on. */
  translate: '/translate',
  robots: '/robots.txt',
  /** Where browsers look for an icon beside what is no page of ours. */
  favicon: '/favicon.ico',
  sitemap: '/sitemap.xml',
} as const;

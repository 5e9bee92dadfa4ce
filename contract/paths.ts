/** Addresses of the screens (specification, section 2). */
export const screens = {
  home: '/',
  auth: '/auth',
  login: '/auth/login',
  register: '/auth/register',
  verifyEmail: '/auth/verify-email',
  resetPassword: '/auth/reset-password',
  changePassword: '/auth/change-password',
  dashboard: '/dashboard',
  transactions: '/dashboard/transactions',
  profile: '/dashboard/profile',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminAccounts: '/admin/accounts',
  adminTransactions: '/admin/transactions',
} as const;

/** Addresses of the server that are neither screens nor calls of the contract. */
export const serverPaths = {
  health: '/api/health',
  ready: '/api/ready',
  openapi: '/api/openapi.json',
  docs: '/api/docs',
  devMailbox: '/dev/mailbox',
  devMailboxJson: '/dev/mailbox.json',
  /** Where browsers report what a page's content security policy refused. */
  cspReports: '/api/csp-reports',
  robots: '/robots.txt',
  /** Where browsers look for an icon beside what is no page of ours. */
  favicon: '/favicon.ico',
  sitemap: '/sitemap.xml',
} as const;

/** What an operator edits to make the product their own. */
export const appConfig = {
  brand: 'Averin',
  tagline: 'Managed portfolios you can follow, entry by entry.',
  supportMail: 'support@example.com',
} as const;

/** A live start that nothing is wrong with, on the embedded database; no mail server is asked before mail is sent. */
export const liveEnvironment = {
  SITE_MODE: 'live',
  JWT_SECRET: 'mJ3w0T8bXKq5y1Zr7eVnLhUc4PsGdA9fQoRt2iBxYkMEvNzW',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'granite otter walks 41 km',
  SMTP_URL: 'smtps://mailer:secret@127.0.0.1:465',
  MAIL_FROM: 'Averin <no-reply@averin.test>',
  PUBLIC_URL: 'https://invest.averin.test',
  RATE_LIMITS: 'on',
} as const;

import type { OtpActivity } from '../../contract/enums';
import { screens } from '../../contract/paths';
import { escapeHtml } from './escape-html';
import type { Mail } from './outbox';

const codeLifetime = 10 * 60_000;

const purposes: Record<OtpActivity, { subject: string; why: string; screen: string }> = {
  verify_email: {
    subject: 'Your verification code',
    why: 'Enter this code to verify your email address:',
    screen: screens.verifyEmail,
  },
  reset_password: {
    subject: 'Your password reset code',
    why: 'Enter this code to set a new password:',
    screen: screens.resetPassword,
  },
};

/** The mail with a code. */
export function codeMail(to: string, activity: OtpActivity, code: string, publicUrl: string): Mail {
  const { subject, why, screen } = purposes[activity];
  return {
    ...mail(to, subject, [
      why,
      code,
      `It is valid for 10 minutes: ${publicUrl}${screen}`,
      'If you did not ask for it, you can ignore this mail. Never give the code to anyone.',
    ]),
    expiresAt: new Date(Date.now() + codeLifetime),
  };
}

/** What the owner of a verified address is told when someone registers with it again. */
export function alreadyRegisteredMail(to: string, publicUrl: string): Mail {
  return mail(to, 'You already have an account', [
    'Someone, probably you, tried to register with this email address. It already has an account.',
    `Sign in: ${publicUrl}${screens.login}`,
    `Forgot the password? Set a new one: ${publicUrl}${screens.resetPassword}`,
    'If it was not you, you need not do anything.',
  ]);
}

function mail(to: string, subject: string, paragraphs: string[]): Mail {
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n'),
  };
}

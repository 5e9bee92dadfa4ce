import { plans } from '../../../contract/plans';
import { appConfig } from '../../app.config';
import type { Provenance } from '../provenance';
import type { LegalTexts } from './legal-text';

/*
 * Sample documents: they show what the pages look like, and are nobody's terms. A live site does not start with them.
 */

const { brand, supportMail } = appConfig;
const sample: Provenance = { kind: 'sample' };
const version = 'Sample 1';
const highest = Math.max(...plans.map(({ profit }) => profit));

export const samples: LegalTexts = {
  terms: {
    title: 'Terms and conditions',
    summary: `What you and ${brand} agree to when you open an account, deposit into a plan and withdraw.`,
    version,
    provenance: sample,
    sections: [
      {
        heading: 'Your account',
        body: [
          'You open an account for yourself, with your own name and an e-mail address that you read. One person has one account.',
          'Keep your password to yourself. Tell us at once when somebody else may know it; you can end all other sessions and change the password in your profile.',
        ],
      },
      {
        heading: 'Who may invest',
        body: [
          'You may open an account when all of this is true:',
          [
            'You are of full age where you live.',
            'The law of your country allows you to use a service like this one.',
            'The money you invest is yours, and you can afford to lose it.',
          ],
        ],
      },
      {
        heading: 'Deposits',
        body: [
          'You choose a plan and a currency, send the amount to the address shown, and report the id of your transaction. An administrator checks it, usually within 24 hours. It counts in your balance once it is confirmed.',
          'Send only the chosen currency over the network that is named beside the address. What is sent over another network may be lost for good, and we may not be able to bring it back.',
        ],
      },
      {
        heading: 'Plans and returns',
        body: [
          'A plan names a range, a duration and a target return. A target is what the plan aims at. It is not a promise, and the result can be lower, nothing at all, or a loss.',
        ],
      },
      {
        heading: 'Withdrawals',
        body: [
          'You can ask for a withdrawal when your balance is above $100. The amount is reserved as soon as you ask. You can cancel while the request is pending.',
          'You are answerable for the address you enter. A payment on a blockchain cannot be called back.',
        ],
      },
      {
        heading: 'When we may stop',
        body: [
          'We may block withdrawals from an account while we look into signs of fraud, of a stolen password, or of money that is not yours. We tell you when we do, and when it ends.',
        ],
      },
      {
        heading: 'Changes of these terms',
        body: [
          'Each version has a name and is kept. When a new one is in force we ask you to read it and agree the next time you open your dashboard.',
        ],
      },
      {
        heading: 'How to reach us',
        body: [`Write to ${supportMail}. A person answers.`],
      },
    ],
  },
  privacy: {
    title: 'Privacy notice',
    summary: `What ${brand} knows about you, why, how long it is kept, and what you can ask for.`,
    version,
    provenance: sample,
    sections: [
      {
        heading: 'What we keep',
        body: [
          'We keep what you enter and what follows from it:',
          [
            'Your name, e-mail address, phone number and country, and your date of birth if you give it.',
            'Your deposits and withdrawals, with addresses, transaction ids and the images you add.',
            'Each sign-in: when, from which network address, and what your browser says it is.',
            'Which version of these documents you agreed to, and when.',
          ],
        ],
      },
      {
        heading: 'Why we keep it',
        body: [
          'To run your account, to pay you and nobody else, to see when somebody else uses your account, and because the law asks whoever handles money to keep books.',
        ],
      },
      {
        heading: 'Who sees it',
        body: [
          'Administrators who check deposits and withdrawals, and auditors who check the books. Each change they make is written down with their name. We do not sell what we know about you.',
        ],
      },
      {
        heading: 'Other providers',
        body: [
          `Market figures come from ${appConfig.widgets.market.provider}, and translations of the front page from ${appConfig.widgets.translate.provider}. They learn your network address when their parts are shown. They never see your account.`,
        ],
      },
      {
        heading: 'How long we keep it',
        body: [
          'Entries in the books are never deleted while the law asks for them. Sign-ins and codes are removed after a while. Your profile is kept as long as you have an account.',
        ],
      },
      {
        heading: 'What you can ask for',
        body: [
          `You can see and change your profile yourself, and download your transactions. Write to ${supportMail} for a copy of everything we keep about you, to have an error corrected, or to close your account.`,
        ],
      },
    ],
  },
  risk: {
    title: 'Risk notice',
    summary: 'What can go wrong when you invest here. Please read it before you send money.',
    version,
    provenance: sample,
    sections: [
      {
        heading: 'You can lose everything',
        body: [
          'Crypto assets, currencies and stocks fall as well as rise, sometimes by half within days. You can lose all that you invest. Invest only what you can afford to lose.',
        ],
      },
      {
        heading: 'Targets are not promises',
        body: [
          `A plan names a target return of up to ${highest}%. Targets that high go with risks that high. Nobody can promise a return, and what happened in the past says little about what will happen.`,
        ],
      },
      {
        heading: 'Payments cannot be called back',
        body: [
          'A wrong address, a wrong network or a missing letter can cost you the whole amount. Compare the full address before you send, and again after you paste it.',
        ],
      },
      {
        heading: 'No deposit insurance',
        body: [
          'Your balance is not a bank deposit. No public scheme pays you back when a market falls, a partner fails, or we do.',
        ],
      },
      {
        heading: 'It may take time',
        body: [
          'Deposits and withdrawals are checked by people. When markets or networks are busy it may take longer than usual, and prices go on moving meanwhile.',
        ],
      },
      {
        heading: 'Not advice',
        body: [
          'Nothing here is investment, tax or legal advice. Ask somebody who knows your situation when you are not sure.',
        ],
      },
    ],
  },
};

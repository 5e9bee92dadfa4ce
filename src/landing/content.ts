import { planCount } from './plan-count';
import type { Provenance } from './provenance';

/*
 * What the front page says. An operator edits this file; the order of the sections is LandingPage.tsx's.
 * What states a fact carries its provenance: a live site leaves out samples, and claims without source and date.
 */

const sample: Provenance = { kind: 'sample' };

export interface Counter {
  label: string;
  /** As it stands when the animation ends: `prefix` + `value` + `suffix`. A computed one takes its value from the database. */
  value: number;
  prefix?: string;
  suffix?: string;
  provenance: Provenance;
}

export const counters: readonly Counter[] = [
  { label: 'Active users', value: 203, suffix: 'k+', provenance: sample },
  { label: 'Revenue generated', value: 90, suffix: 'M+', provenance: sample },
  { label: 'Deposits', value: 450, suffix: 'M+', provenance: sample },
  { label: 'Partners', value: 240, provenance: sample },
];

export interface Slide {
  /** Base name in public/images; sizes and formats are added. */
  image: string;
  alt: string;
}

export const heroSlides: readonly Slide[] = [
  { image: 'hero-1', alt: 'Terraced hills at dawn, seen through an arch' },
  { image: 'hero-2', alt: 'A lighthouse over a calm harbour' },
  { image: 'hero-3', alt: 'An arcade with long shadows and hills beyond' },
  { image: 'hero-4', alt: 'Mountains and a lake at night' },
];

export const whoWeAre = {
  title: 'Who We Are',
  paragraphs: [
    'We are an investment manager. We trade cryptocurrency, forex and stocks, and hold bonds, futures and real estate beside them, so that no single market decides the outcome.',
    'What sets us apart is the record. Every deposit, withdrawal and adjustment is an entry that nobody can change or delete, and every figure in your account is the sum of such entries.',
  ],
  image: 'about',
  alt: 'A desk by an arched window that looks out on hills',
} as const;

export const markets = ['Cryptocurrency', 'Forex', 'Stocks', 'Bonds', 'Futures', 'Real estate'] as const;

export const services = [
  {
    title: 'Retirement Planning',
    text: 'A plan that looks decades ahead: how much to set aside, where it is held, and when you can draw on it.',
    image: 'service-retirement',
    alt: 'An old tree on a hill over long fields',
  },
  {
    title: 'Portfolio Diversification',
    text: 'Crypto beside currencies, stocks, bonds and property, so that one bad season does not spoil the whole harvest.',
    image: 'service-diversification',
    alt: 'A patchwork of differently planted fields',
  },
  {
    title: 'Wealth Management',
    text: 'One place for deposits, plans and withdrawals, with a person to write to and entries you can check.',
    image: 'service-wealth',
    alt: 'A walled garden with paths and water',
  },
] as const;

export const steps = [
  {
    title: 'Create Account',
    text: 'Your name, e-mail address, phone number, country and a password. It takes a minute and costs nothing.',
  },
  {
    title: 'Verify Account',
    text: 'We send a code of six digits to your e-mail address. Enter it, and your dashboard opens.',
  },
  {
    title: 'Invest and Withdraw',
    text: 'Choose a plan, deposit in crypto and follow every entry. Ask for a withdrawal when your balance is above $100.',
  },
] as const;

/** The percentages of the plans, which are the contract's, are targets somebody states. */
export const planReturns: Provenance = sample;

export const questions = [
  {
    question: 'How do I make a deposit?',
    answer:
      'Choose Invest in your dashboard, then a plan and a currency. You see the full address as text and as a QR code. Send the amount, enter the transaction id, and an administrator confirms it, usually within 24 hours.',
  },
  {
    question: 'When can I withdraw?',
    answer:
      'You can ask when your balance is above $100 and withdrawals from your account are not on hold; what you can withdraw within 24 hours may be limited. The amount is reserved the moment you ask, and you can cancel while the request is pending. An administrator decides about it. A payment to a new address, or after a change of your password, may have to wait.',
  },
  {
    question: 'Are returns guaranteed?',
    answer:
      'No. The percentage of a plan is a target. Markets fall as well as rise, and you can lose what you invest. Please invest only what you can afford to lose.',
  },
] as const;

export const coreValues = [
  { title: 'Candour', text: 'Risk stands beside return, in letters of the same size.' },
  {
    title: 'A full record',
    text: 'Entries are added, never changed. A correction is an entry too, with its reason.',
  },
  { title: 'Patience', text: 'We would rather miss a season than lose a harvest.' },
  { title: 'Service', text: 'You write to a person, and a person answers.' },
] as const;

export interface Review {
  image: string;
  name: string;
  review: string;
}

/** All reviews have one origin. The names are plainly made up, the pictures are drawn. */
export const reviewOrigin: Provenance = sample;

const reviewTexts: readonly [name: string, review: string][] = [
  [
    'Paige Holder',
    'I opened an account to see how it works, and could follow each step without asking anyone.',
  ],
  [
    'Lorna Ipsum',
    'The full address, a QR code and the name of the network, all on one screen. I checked it twice and was sure.',
  ],
  ['Sam Pell', 'My withdrawal showed as reserved at once, so I never wondered where the money was.'],
  [
    'Dolores Sitamet',
    'I tapped my balance and saw the entries behind it. They add up. That is all I ever wanted.',
  ],
  ['Max Mockup', 'On my phone, on a train, with one hand: a deposit reported in under a minute.'],
  ['Ann Example', 'It says plainly that I can lose money. I trust people who tell me that first.'],
  ['Justus Demo', 'An adjustment appeared with its date and reason beside it. No mystery, no call needed.'],
  [
    'Tess Case',
    'I cancelled a withdrawal a minute after asking for it, and the amount was back in my balance.',
  ],
  ['Phil Intheblank', 'The dark theme is easy on my eyes in the evening, and the figures stay readable.'],
  ['Rhea Dacted', 'Support answered my mail in whole sentences. Somebody had read mine.'],
  ['Walter Mark', 'I use a screen reader. Every button has a name and every table has its headings.'],
  ['Dee Fault', 'I signed in on another computer and had a mail about it before my tea was ready.'],
  ['Mo Deltext', 'My history as a file that my spreadsheet opens. Small thing, big help.'],
  [
    'Ella Psis',
    `${planCount} with their ranges side by side. I chose in five minutes and did not feel pushed.`,
  ],
  ['Hugh Topia', 'Nothing blinks and nothing hurries me. It feels like a reading room with a ledger in it.'],
];

export const reviews: readonly Review[] = reviewTexts.map(([name, review], index) => ({
  image: `avatar-${String(index + 1).padStart(2, '0')}`,
  name,
  review,
}));

interface Operator {
  operator: string;
  supportMail: string;
  risk: { headline: string; text: string };
}

/** What a live site still lacks (docs/rules.md, "Demo and live mode"), each in words that name its place. */
export function liveGaps({ operator, supportMail, risk }: Operator): string[] {
  const gaps: string[] = [];
  if (operator.trim() === '') gaps.push('operator: the legal name of whoever runs the site');
  if (!supportMail.includes('@') || /@(.+\.)?example\.(com|net|org)$/i.test(supportMail.trim())) {
    gaps.push('supportMail: an address at which people reach you');
  }
  if (risk.headline.trim() === '' || risk.text.trim() === '') gaps.push('risk: the risk notice');
  return gaps.map((gap) => `src/app.config.ts, ${gap}`);
}

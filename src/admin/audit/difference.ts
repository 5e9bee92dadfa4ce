/** 'walletBalance' and 'wallet_balance' as 'Wallet balance'. */
export function wordsOf(code: string): string {
  const words = code
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'transaction.status_changed' as 'Transaction: status changed'. */
export function actionText(action: string): string {
  const [subject = '', what = ''] = action.split('.');
  return `${wordsOf(subject)}: ${what.replaceAll('_', ' ')}`;
}

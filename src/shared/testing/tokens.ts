/** For tests: a token with the given payload. Its signature is not one; the client does not read it. */
export function tokenWith(payload: unknown): string {
  const encode = (value: unknown) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    return btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  };
  return `${encode({ alg: 'HS256' })}.${encode(payload)}.signature`;
}

/** For tests: a token of a person of that type, good for an hour. */
export function tokenOf(type: string | undefined, userId = 'person-1'): string {
  return tokenWith({ user: { _id: userId, type }, exp: Math.floor(Date.now() / 1000) + 3_600 });
}

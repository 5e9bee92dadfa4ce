/** Where something listens, and the settings that say so. */
interface Place {
  host: string;
  port: number;
  /** Names of the variables: the same where one holds both. */
  settings: { host: string; port: string };
}

/** Why nothing can listen at a place, in a line that begins with the variable to change. */
export function explainListen(error: unknown, { host, port, settings }: Place): string {
  const { code } = Object.assign({ code: '' }, error);
  if (code === 'EADDRINUSE')
    return `${settings.port}: port ${port} on ${host} is in use; set it to another one`;
  if (code === 'EACCES') {
    return `${settings.port}: port ${port} on ${host} is not allowed to this user; set it to one from 1024 on`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `${settings.host}: ${host} is neither an address nor a name of this machine; 127.0.0.1 is for this machine alone, 0.0.0.0 for all its addresses`;
  }
  return `${settings.host}: nothing can listen at ${host}, port ${port} (${error instanceof Error ? error.message : code})`;
}

/** Whether react-admin's form of filters shows one for this value alone. */
export function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value === 'object' ? Object.values(value).some(isSet) : true;
}

/** Fields in pairs, on phones one beneath the other. */
export const fieldGrid = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
} as const;

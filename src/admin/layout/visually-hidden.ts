/** For text that is heard and not seen. */
export const visuallyHidden = { position: 'absolute', clipPath: 'inset(50%)', whiteSpace: 'nowrap' } as const;

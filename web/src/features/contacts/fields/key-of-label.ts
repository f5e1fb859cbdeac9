/** A key derived from the label until the user types one. Removes accents and characters that a key cannot contain. */
export const keyOfLabel = (label: string): string =>
  label
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)

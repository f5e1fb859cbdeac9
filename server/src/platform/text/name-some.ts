const shownNames = 5

/** The first names of a list for a sentence: "A, B, C, D, E and others". */
export const nameSome = (names: readonly string[]): string =>
  names.slice(0, shownNames).join(', ') + (names.length > shownNames ? ' and others' : '')

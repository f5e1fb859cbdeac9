/** A pattern for LIKE and ILIKE that finds the text anywhere, with the special characters escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

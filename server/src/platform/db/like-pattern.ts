/** A pattern for LIKE and ILIKE that finds the text anywhere, with the characters that mean something there taken as they are. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

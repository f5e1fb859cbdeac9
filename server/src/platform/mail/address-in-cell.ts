/**
 * The address that people and programs write into a cell, as they copy it: `Ada <ada@example.com>`, `mailto:ada@example.com`, in quotes,
 * with the point that ended its sentence. What else is wrong with it stays for who reads the address.
 */
export const addressInCell = (text: string): string =>
  (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^["'\s]+/, '')
    // Begins where a run begins: in a long one each character would be tried.
    .replace(/(?<!["'\s.,;])["'\s.,;]+$/, '')

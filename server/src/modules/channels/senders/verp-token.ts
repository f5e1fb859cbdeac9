/** The token of `b+<token>@...`, `r+<token>@...` or `name+<token>@...`; null for a plain address. Mail servers may change the case. */
export function verpTokenOf(address: string): string | null {
  const local = address.slice(0, address.lastIndexOf('@'))
  const token = /^[^+]{1,20}\+([a-z2-7]{20,})$/i.exec(local)?.[1]
  return token?.toLowerCase() ?? null
}

import { domainToASCII } from 'node:url'

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Reads one plain email address into the form it is sent to (domain in lower case, international names as punycode), or null. No
 * display names, comments, quotes, groups or lists: such forms are how one field reaches several people. Takes linear time.
 */
export const parseEmailAddress = (text: string): string | null => {
  if (text.length > 254) return null
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || local.length > 64 || !LOCAL_PART.test(local)) return null
  const written = text.slice(at + 1)
  // domainToASCII reads like a URL's host would ("%61", full-width letters, "127.1"); only what looks like a name may get there.
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(written)) return null
  const domain = domainToASCII(written)
  const labels = domain.split('.')
  const named = domain.length <= 253 && labels.length >= 2 && labels.every((label) => LABEL.test(label))
  return named && !/^\d+$/.test(labels.at(-1) ?? '') ? `${local}@${domain}` : null
}

/** What stands behind the last `@` of an address, as it is written; all of it where there is none. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

import { domainToASCII } from 'node:url'

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Normalizes one plain email address (domain in lower case, international names as punycode), or returns null. No
 * display names, comments, quotes, groups or lists: with these one field can reach several recipients. Takes linear time.
 */
export const parseEmailAddress = (text: string): string | null => {
  if (text.length > 254) return null
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || local.length > 64 || !LOCAL_PART.test(local)) return null
  const written = text.slice(at + 1)
  // domainToASCII parses like a URL's host ("%61", full-width letters, "127.1"), so only characters of a name are allowed.
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(written)) return null
  const domain = domainToASCII(written)
  const labels = domain.split('.')
  const named = domain.length <= 253 && labels.length >= 2 && labels.every((label) => LABEL.test(label))
  return named && !/^\d+$/.test(labels.at(-1) ?? '') ? `${local}@${domain}` : null
}

/** The part after the last `@` of an address, as written; all of it without an `@`. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

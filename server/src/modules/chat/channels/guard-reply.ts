// A stranger may have the agent write anything: no pattern runs past the next beginning of what it looks for, and each has a longest match.

/** An address with a scheme, one that begins with www., or a host with a path: mail programs make links of all of them. */
const addresses = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)[^\s<>()[\]"'`]+|\b(?:[a-z0-9-]{1,63}\.){1,10}[a-z]{2,63}\/[^\s<>()[\]"'`]*/giu
const images = /!\[([^\][]{0,1000})\]\([^)]{0,2000}\)/g
const links = /\[([^\][]{1,1000})\]\(([^)\s]{0,2000})(?:\s[^)]{0,1000})?\)/g
const citations = /(?<![ \t])[ \t]*\[\d{1,3}(?:\s*,\s*\d{1,3})*\]/g
const tags = /<\/?[a-z][^<>]*>/gi
/** What ends a sentence is no part of the address. */
const endOfSentence = /(?<![.,;:!?])[.,;:!?]+$/

function hostOf(address: string): string | null {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
  const url = URL.canParse(full) ? new URL(full) : null
  return url && /^https?:$/.test(url.protocol) && url.username === '' ? url.host.replace(/^www\./, '') : null
}

const hostsIn = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(addresses)].flatMap(([address]) => hostOf(address) ?? [])))

/**
 * What an agent wrote as plain text for a contact. Pictures, HTML and marks of citations go; an address stays only on a host that the
 * organization gave the agent, so that no message of a stranger puts links into the organization's mail.
 */
export function guardReply(output: string, given: readonly string[]): string {
  const known = hostsIn(given)
  return output
    .replaceAll(images, '$1')
    .replaceAll(links, (_all, label: string, address: string) => (label === address ? address : `${label} (${address})`))
    .replaceAll(tags, '')
    .replaceAll(citations, '')
    .replaceAll(addresses, (address) => {
      const host = hostOf(address.replace(endOfSentence, ''))
      return host !== null && known.has(host) ? address : '…'
    })
    .replaceAll(/\(…\)/g, '')
    .trim()
}

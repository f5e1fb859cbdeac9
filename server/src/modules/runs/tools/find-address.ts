/** Characters that are looked through: the turns of a chat may have many megabytes. */
const mostCharacters = 1_000_000

/** One spelling of an address; a part behind # is not sent. Null for what is no web address. */
export function normalAddress(text: string): string | null {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url.href
}

/** Addresses in a text, without the punctuation that ends its sentence. */
const addressesIn = (text: string): string[] =>
  text
    .split(/[\s"'<>()[\]{}|\\^`]+/)
    .filter((word) => /^https?:\/\//i.test(word))
    .map((word) => word.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''))

/** Whether one of the texts names this address, as far as they are looked through: the first ones first. */
export function namesAddress(texts: readonly string[], address: string): boolean {
  let left = mostCharacters
  for (const text of texts) {
    // Half of an address is another one.
    if (text.length > left) return false
    left -= text.length
    if (addressesIn(text).some((each) => normalAddress(each) === address)) return true
  }
  return false
}

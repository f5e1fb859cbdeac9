// Does not import zod: the web app's first script needs only this part of the contract.

/** The languages of the interface and of mail, as a user's preferences offer them. */
export const languages = ['en', 'es', 'fr', 'de', 'ja'] as const

/** Returns the best of our languages for an `Accept-Language` header (RFC 9110, 12.5.4) or a list of tags such as `de-CH, fr;q=0.8`. */
export function chooseLanguage(accepted: string | undefined): (typeof languages)[number] {
  const wishes = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
      return { base: tag.split('-')[0]?.trim() ?? '', quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality)
  for (const { base } of wishes) {
    const found = languages.find((each) => each === base)
    if (found) return found
  }
  return 'en'
}

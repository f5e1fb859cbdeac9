/** The name in lowercase letters, digits and hyphens; `fallback` where nothing of it is left (a name in letters of its own only). */
const slugOf = (name: string, fallback: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Diacritic}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '') || fallback

/** A slug of the name that is not taken, numbered where it is. */
export function freeSlug(name: string, taken: ReadonlySet<string>, fallback: string): string {
  const base = slugOf(name, fallback)
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!taken.has(slug)) return slug
  }
}

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,4});/gi, (all, entity: string) => {
    if (!entity.startsWith('#')) return names[entity] ?? all
    const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** The text of the first element of this name, whatever its prefix. */
export function elementText(xml: string, name: string): string {
  const start = new RegExp(`<(?:[\\w-]{1,40}:)?${name}(?:\\s[^<>]*)?>`, 'i').exec(xml)
  if (!start) return ''
  const rest = xml.slice(start.index + start[0].length)
  if (!rest.startsWith('<![CDATA[')) return decode(rest.slice(0, Math.max(0, rest.indexOf('<')))).trim()
  return rest.slice('<![CDATA['.length, Math.max(0, rest.indexOf(']]>')))
}

export const hasElement = (xml: string, name: string): boolean => new RegExp(`<(?:[\\w-]{1,40}:)?${name}[\\s/>]`, 'i').test(xml)

/** The parts of a multistatus answer (RFC 4918), one for each resource. */
export const responsesOf = (body: unknown): string[] =>
  (typeof body === 'string' ? body : '').split(/<(?:[\w-]{1,40}:)?response[\s>]/i).slice(1)

/** The name of a resource within its collection. */
export function resourceName(href: string): string {
  const last = href.replace(/\/$/, '').split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** Addresses of resources within the first element of this name. */
export function hrefsIn(xml: string, name: string): string[] {
  const start = new RegExp(`<(?:[\\w-]{1,40}:)?${name}(?:\\s[^<>]*)?>`, 'i').exec(xml)
  if (!start) return []
  const rest = xml.slice(start.index + start[0].length)
  const end = new RegExp(`</(?:[\\w-]{1,40}:)?${name}\\s*>`, 'i').exec(rest)
  return rest
    .slice(0, end?.index ?? 0)
    .split(/<(?=(?:[\w-]{1,40}:)?href[\s>])/i)
    .slice(1)
    .map((part) => elementText(`<${part}`, 'href'))
    .slice(0, 50)
}

/** A line of iCalendar (RFC 5545). */
export interface Property {
  name: string
  params: Readonly<Record<string, string>>
  value: string
}

export const unfolded = (text: string): string[] => text.replaceAll(/\r?\n[ \t]/g, '').split(/(?:\r?\n)+/)

/** A line in its parts; a colon or semicolon within quotes belongs to a parameter. */
export function readProperty(line: string): Property | null {
  const head = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/.exec(line)
  if (!head) return null
  const params = [...(head[2] ?? '').matchAll(/;([A-Za-z0-9-]+)=("[^"]*"|[^;]*)/g)].map(([, key = '', value = '']) => [
    key.toUpperCase(),
    value.replaceAll('"', ''),
  ])
  return { name: (head[1] ?? '').toUpperCase(), params: Object.fromEntries(params), value: line.slice(head[0].length) }
}

/** Date and time of a value as if they were UTC; NaN for something else. */
export const wallOf = (value: string): number => {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?)?Z?$/.exec(value.trim()) ?? []
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // 30 February would be read as 2 March.
  return new Date(ms).getUTCDate() === Number(day) || hour === '24' ? ms : Number.NaN
}

/** A moment in UTC, as iCalendar writes it. */
export const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')

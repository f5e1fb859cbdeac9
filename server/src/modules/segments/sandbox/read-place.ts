import type { AudienceRequest, Found, Reader } from './audience-request.ts'

/** Country, region of its locales, calling code, time zones. A country of the sandbox is one of these; a real model knows them all. */
const countries: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['Germany', 'DE', '+49', ['Europe/Berlin']],
  ['France', 'FR', '+33', ['Europe/Paris']],
  ['Spain', 'ES', '+34', ['Europe/Madrid']],
  ['Italy', 'IT', '+39', ['Europe/Rome']],
  ['Austria', 'AT', '+43', ['Europe/Vienna']],
  ['Switzerland', 'CH', '+41', ['Europe/Zurich']],
  ['Netherlands', 'NL', '+31', ['Europe/Amsterdam']],
  ['Belgium', 'BE', '+32', ['Europe/Brussels']],
  ['Poland', 'PL', '+48', ['Europe/Warsaw']],
  ['Portugal', 'PT', '+351', ['Europe/Lisbon']],
  ['Sweden', 'SE', '+46', ['Europe/Stockholm']],
  ['Ireland', 'IE', '+353', ['Europe/Dublin']],
  ['United Kingdom', 'GB', '+44', ['Europe/London']],
  ['India', 'IN', '+91', ['Asia/Kolkata']],
  ['Japan', 'JP', '+81', ['Asia/Tokyo']],
  ['Brazil', 'BR', '+55', ['America/Sao_Paulo']],
  ['Australia', 'AU', '+61', ['Australia/Sydney', 'Australia/Melbourne']],
]
const names = countries.map(([name]) => name).join('|')
const form = new RegExp(
  String.raw`\b(?:(?:in|from|of|based in|living in|who live in|located in)\s+)(?:the\s+)?(?<name>${names})(?![\p{L}\p{N}])`,
  'iu',
)

/** A country: by the organization's own field of that name, else by what a phone number, language and time zone say of it. */
export const readPlace =
  (fields: AudienceRequest['fields']): Reader =>
  (text): Found | null => {
    const match = form.exec(text)
    const country = countries.find(([name]) => name.toLowerCase() === match?.groups?.['name']?.toLowerCase())
    if (!match || !country) return null
    const [name, region, code, zones] = country
    const place = { at: match.index, length: match[0].length }
    const queryWords = match[0].trim()
    const own = fields.find(({ key, label, type }) => type === 'text' && [key, label.toLowerCase()].includes('country'))
    if (own) return { ...place, conditions: [condition(queryWords, 'custom', own.key, 'is', name)] }
    return {
      ...place,
      match: 'any',
      conditions: [
        condition(queryWords, 'field', 'phone', 'starts_with', code),
        condition(queryWords, 'field', 'locale', 'ends_with', `-${region}`),
        ...zones.map((zone) => condition(queryWords, 'field', 'timeZone', 'is', zone)),
      ],
    }
  }

const condition = (queryWords: string, kind: string, field: string, op: string, value: string) => ({
  words: queryWords,
  kind,
  field,
  op,
  values: [value],
  count: null,
  days: null,
})

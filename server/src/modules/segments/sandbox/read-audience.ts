import type { JsonObject } from '../../../platform/llm/types.ts'
import { readPlace } from './read-place.ts'
import type { AudienceRequest, Reader } from './audience-request.ts'

interface Outcome {
  kind: string
  field?: string
  op: string
  values?: string[]
  count?: number | null
  days?: number | null
}
const unit: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 }
const numbers: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  once: 1,
  two: 2,
  twice: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
}
const WITHIN = String.raw`(?:\s*,?\s*(?:in|within|during|over|for)?\s*(?:the|these)?\s*(?:last|past)\s+(?<many>\d{1,4}|two|three|four|five|six|seven|ten)?\s*(?<unit>day|week|month|year)s?)`

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** Longest first, so that "new york" is not read as "new". */
const oneOf = (queryWords: readonly string[]) =>
  queryWords
    .toSorted((a, b) => b.length - a.length)
    .map(escape)
    .join('|')
const amount = (word: string | undefined): number => (word === undefined ? 1 : (numbers[word.toLowerCase()] ?? Number(word)))
const daysOf = (groups: Record<string, string | undefined>): number | null => {
  const days = groups['unit'] ? amount(groups['many']) * (unit[groups['unit'].toLowerCase()] ?? 1) : null
  return days === null ? null : Math.min(3650, Math.max(1, days))
}
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** One reader: a pattern and what a match of it says; null where it says nothing after all. */
function reader(pattern: string, report: (groups: Record<string, string | undefined>) => Outcome | Outcome[] | null): Reader {
  const form = new RegExp(pattern, 'giu')
  return (text) => {
    for (const match of text.matchAll(form)) {
      const parsed = report(match.groups ?? {})
      if (!parsed) continue
      const queryWords = match[0].trim()
      return {
        at: match.index,
        length: match[0].length,
        conditions: [parsed].flat().map((condition) => toCondition(queryWords, condition)),
      }
    }
    return null
  }
}

const toCondition = (queryWords: string, { kind, field = '', op, values = [], count = null, days = null }: Outcome): JsonObject => ({
  words: queryWords,
  kind,
  field,
  op,
  values,
  count,
  days,
})

/** In the order in which they read: the longer and surer ones first. */
export const audienceReaders = (request: AudienceRequest): Reader[] => [
  ...readCampaigns(request),
  ...readSegments(request),
  ...readTags(request),
  ...readConsent(request),
  ...readEvents(request),
  ...readFields(request),
  ...readCreated(),
  ...readOwn(),
  readPlace(request.fields),
  ...readBareTags(request),
]

function readCampaigns({ campaigns }: AudienceRequest): Reader[] {
  const phrases: [string, string][] = [
    ['open(?:ed|s)?|read', 'opened'],
    ['click(?:ed|s)?', 'clicked'],
    ['repl(?:y|ied|ies)|respond(?:ed|s)?|answer(?:ed|s)?', 'responded'],
    ['bounced', 'bounced'],
    ['sent|received|receive|got|mailed', 'sent'],
  ]
  const names = campaigns.length
    ? `|(?:the\\s+)?["“]?(?<name>${oneOf(campaigns.map(({ name }) => name))})["”]?(?:\\s+(?:campaign|newsletter|mail|e-?mail))?`
    : ''
  const thing = String.raw`(?:(?:a|an|any|the|our|one of our|any of our|at least one|some)\s+)?(?:e-?mails?|mails?|campaigns?|newsletters?|messages?|link|anything)(?:\s+(?:in|of)\s+(?:a|an|any|the|our)\s+(?:e-?mails?|mails?|campaigns?|newsletters?))?`
  return phrases.map(([phrase, did]) =>
    reader(
      String.raw`\b(?:(?<not>(?:have|has|had|did|was|were)(?:\s+not|n[’']t|\s+never)|not|never)\s+)?(?:(?:have|has|had|did|was|were)\s+)?(?:been\s+)?(?:${phrase})\s+(?:to\s+|in\s+|on\s+|from\s+)?(?:${thing}${names})${WITHIN}?`,
      (groups) => {
        if (groups['not'] && did === 'bounced') return null
        const name = groups['name']
        const campaign = name === undefined ? undefined : campaigns.find((each) => same(each.name, name))
        return { kind: 'campaign', field: campaign?.id ?? '', op: groups['not'] ? `not_${did}` : did, days: daysOf(groups) }
      },
    ),
  )
}

function readSegments({ segments }: AudienceRequest): Reader[] {
  if (segments.length === 0) return []
  return [
    reader(
      String.raw`\b(?<not>not\s+)?(?:in|of|from)\s+(?:the\s+)?segment\s+["“]?(?<name>${oneOf(segments.map(({ name }) => name))})["”]?`,
      (groups) => {
        const segment = segments.find(({ name }) => same(name, groups['name'] ?? ''))
        return segment ? { kind: 'segment', field: segment.id, op: groups['not'] ? 'not_in' : 'in' } : null
      },
    ),
  ]
}

/** After "tagged" any words are tags; whether there are such is judged by who asked. */
function readTags({ tags }: AudienceRequest): Reader[] {
  const tag = String.raw`(?:${tags.length ? `${oneOf(tags)}|` : ''}["“][^"”]{1,60}["”]|[\p{L}\p{N}_-]+)`
  const list = String.raw`(?<tags>${tag}(?:(?:\s*,\s*(?:or|and)?\s*|\s+(?:or|and)\s+)(?:${tags.length ? oneOf(tags) : '(?!)'}|["“][^"”]{1,60}["”])(?![\p{L}\p{N}]))*)`
  return [
    reader(
      String.raw`\b(?<not>not\s+|without\s+(?:the\s+)?|un)?(?:(?:are\s+|is\s+)?tagged(?:\s+(?:with|as))?|(?:with\s+|has\s+|have\s+)?(?:the\s+)?tags?)\s+${list}`,
      (groups) => {
        const content = groups['tags'] ?? ''
        const values = content
          .split(/\s*,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+/i)
          .map((word) => word.replaceAll(/["“”]/g, '').trim())
          .filter(Boolean)
        const op = groups['not'] ? 'none_of' : /\band\b/i.test(content) ? 'all_of' : 'any_of'
        return { kind: 'tags', op, values: values.map((value) => tags.find((each) => same(each, value)) ?? value) }
      },
    ),
  ]
}

/** A word that is the name of a tag, or of several: "vip customers". */
function readBareTags({ tags }: AudienceRequest): Reader[] {
  if (tags.length === 0) return []
  return [
    reader(String.raw`(?<![\p{L}\p{N}])(?<not>(?:not|no)\s+(?:an?\s+)?)?(?<tag>${oneOf(tags)})s?(?![\p{L}\p{N}])`, (groups) => {
      const tag = tags.find((each) => same(each, groups['tag'] ?? ''))
      return tag ? { kind: 'tags', op: groups['not'] ? 'none_of' : 'any_of', values: [tag] } : null
    }),
  ]
}

function readConsent({ purposes }: AudienceRequest): Reader[] {
  const channel = String.raw`(?<channel>e-?mails?|sms|text messages?|texts|whatsapp)`
  const purpose = purposes.length
    ? String.raw`(?:(?:to|for)\s+(?:our\s+|the\s+)?(?<purpose>${oneOf(purposes.flatMap(({ key, name }) => [key, name]))})\s+)?`
    : ''
  return [
    reader(
      String.raw`\b(?<not>(?:(?:have|has|did)(?:\s+not|n[’']t)|never|not)\s+)?(?:(?:have|has|did)\s+)?(?:agree(?:d)?|consent(?:ed)?|opt(?:ed)?[\s-]in|subscribe(?:d)?)\s+${purpose}(?:(?:to|for|by|via|on)\s+)?(?:be\s+reached\s+by\s+)?${channel}`,
      (groups) => {
        const content = (groups['channel'] ?? '').toLowerCase()
        const name = content.startsWith('e') ? 'email' : content === 'whatsapp' ? 'whatsapp' : 'sms'
        const found = purposes.find(({ key, name: title }) => [key, title].some((each) => same(each, groups['purpose'] ?? '')))
        // "Did not agree" is two states, nothing known and withdrawn: only the first is said by one condition.
        return groups['not'] ? null : { kind: 'consent', field: name, op: 'granted', values: found ? [found.key] : [] }
      },
    ),
  ]
}

function readEvents({ events }: AudienceRequest): Reader[] {
  if (events.length === 0) return []
  const spoken = new Map(events.map((type) => [type.replaceAll(/[._-]+/g, ' '), type]))
  const event = String.raw`["“]?(?<event>${oneOf([...spoken.keys(), ...events])})s?["”]?`
  const typeOf = (content: string) => [...spoken].find(([queryWords, type]) => same(queryWords, content) || same(type, content))?.[1]
  const count = String.raw`(?<count>\d{1,6}|an?|one|two|three|four|five|ten)`
  return [
    reader(
      String.raw`\b(?:(?:had|have|has|did|made|with)\s+)?(?:(?<how>at least|more than|at most|less than|fewer than|exactly|no)\s+)?(?:${count}\s+)?(?<more>or more\s+)?(?<![\p{L}\p{N}.])${event}(?:\s+events?)?${WITHIN}?`,
      (groups) => {
        const type = typeOf(groups['event'] ?? '')
        if (!type) return null
        const how = groups['how']?.toLowerCase()
        const given = amount(groups['count'])
        const parsed = (op: string, times: number): Outcome => ({ kind: 'event', field: type, op, count: times, days: daysOf(groups) })
        if (how === 'no') return parsed('at_most', 0)
        if (how === 'more than') return parsed('at_least', given + 1)
        if (how === 'less than' || how === 'fewer than') return parsed('at_most', Math.max(0, given - 1))
        if (how === 'at most') return parsed('at_most', given)
        return parsed(how === 'exactly' ? 'exactly' : 'at_least', given)
      },
    ),
  ]
}

/** The organization's own fields, by label or key: numbers compared, yes and no, a choice by its name. */
function readFields({ fields }: AudienceRequest): Reader[] {
  return fields.flatMap(({ key, label, type, choices }): Reader[] => {
    const name = String.raw`(?<![\p{L}\p{N}])(?:the\s+|an?\s+)?(?:${oneOf([label, key, key.replaceAll('_', ' ')])})`
    const own = { kind: 'custom', field: key }
    if (type === 'number')
      return [
        reader(
          String.raw`${name}\s+(?:is\s+|of\s+)?(?<how>over|above|more than|greater than|at least|under|below|less than|at most|exactly|=|>=|<=|>|<)?\s*(?<number>-?\d{1,12}(?:\.\d{1,6})?)(?<more>\s+or more)?`,
          (groups) => ({ ...own, op: comparison(groups['more'] ? 'at least' : groups['how']), values: [groups['number'] ?? ''] }),
        ),
      ]
    if (type === 'boolean')
      return [
        reader(String.raw`\b(?<not>(?:is|are|was|were)(?:\s+not|n[’']t)|not|no)\s+${name}s?(?![\p{L}\p{N}])`, () => ({
          ...own,
          op: 'is_false',
        })),
        reader(String.raw`\b(?:is|are|being)\s+${name}s?(?![\p{L}\p{N}])`, () => ({ ...own, op: 'is_true' })),
      ]
    if (type === 'choice' && choices.length > 0)
      return [
        reader(
          String.raw`(?<![\p{L}\p{N}])(?<not>not\s+|outside\s+(?:of\s+)?)?(?:(?:in|from|of|based in|living in)\s+)?(?:${name}\s+(?:is\s+)?)?(?<choice>${oneOf(choices)})(?![\p{L}\p{N}])`,
          (groups) => ({
            ...own,
            op: groups['not'] ? 'none_of' : 'any_of',
            values: choices.filter((choice) => same(choice, groups['choice'] ?? '')),
          }),
        ),
      ]
    if (type !== 'text') return []
    return [
      reader(
        String.raw`${name}\s+(?<how>is not|is|contains|starts with|ends with)\s+["“]?(?<value>[^"”,;.]{1,60}?)["”]?(?=\s+(?:and|or|who|that|in)\b|[,;.]|$)`,
        (groups) => ({
          ...own,
          op: (groups['how'] ?? 'is').toLowerCase().replace(' ', '_'),
          values: [groups['value']?.trim() ?? ''],
        }),
      ),
    ]
  })
}

const comparison = (how = 'exactly'): string => {
  if (['over', 'above', 'more than', 'greater than', '>'].includes(how.toLowerCase())) return 'greater'
  if (['under', 'below', 'less than', '<'].includes(how.toLowerCase())) return 'less'
  return { 'at least': 'at_least', '>=': 'at_least', 'at most': 'at_most', '<=': 'at_most' }[how.toLowerCase()] ?? 'is'
}

function readCreated(): Reader[] {
  const verb = String.raw`\b(?:(?:were|was|have been|are)\s+)?(?:created|added|joined|signed up|imported|new)`
  return [
    reader(`${verb}${WITHIN}`, (groups) => ({ kind: 'created', op: 'last_days', days: daysOf(groups) })),
    reader(String.raw`${verb}\s+(?<how>before|after|since|on)\s+(?<date>\d{4}-\d{2}-\d{2})`, (groups) => {
      const op = { before: 'before', on: 'is' }[groups['how']?.toLowerCase() ?? ''] ?? 'after'
      const date = new Date(`${groups['date']}T00:00:00Z`)
      if (Number.isNaN(date.getTime())) return null
      // "Since" includes the day itself.
      if (groups['how']?.toLowerCase() === 'since') date.setUTCDate(date.getUTCDate() - 1)
      return { kind: 'created', op, values: [date.toISOString().slice(0, 10)] }
    }),
  ]
}

/** What every contact has: addresses, language, whether mail comes back. */
function readOwn(): Reader[] {
  const empty = (field: string, pattern: string) =>
    reader(String.raw`\b(?<how>without|with|has|have|(?:has|have) no)\s+(?:an?\s+|the\s+|any\s+)?${pattern}`, (groups) => ({
      kind: 'field',
      field,
      op: /without|no/i.test(groups['how'] ?? '') ? 'is_empty' : 'is_not_empty',
    }))
  return [
    empty('phone', String.raw`(?:phone|mobile|telephone)(?:\s+numbers?)?`),
    empty('email', String.raw`(?:e-?mail)(?:\s+address(?:es)?)?`),
    reader(
      String.raw`\b(?:with\s+)?(?:an?\s+)?(?:e-?mail\s+)?address(?:es)?\s+(?:at|ending (?:in|with))\s+@?(?<domain>[a-z0-9-]+(?:\.[a-z0-9-]+)+)`,
      (groups) => ({
        kind: 'field',
        field: 'email',
        op: 'ends_with',
        values: [`@${groups['domain'] ?? ''}`],
      }),
    ),
    reader(
      String.raw`\b(?<which>first|last)\s+name\s+(?<how>is not|is|contains|starts with|ends with)\s+["“]?(?<value>[\p{L}'’-]{1,60})["”]?`,
      (groups) => ({
        kind: 'field',
        field: groups['which']?.toLowerCase() === 'first' ? 'firstName' : 'lastName',
        op: (groups['how'] ?? 'is').toLowerCase().replace(' ', '_'),
        values: [groups['value'] ?? ''],
      }),
    ),
    reader(String.raw`\b(?:whose\s+)?(?:e-?mail|mail|address)\s+bounced`, () => ({ kind: 'emailState', op: 'bounced' })),
  ]
}

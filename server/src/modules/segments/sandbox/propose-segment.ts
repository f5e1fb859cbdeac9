import type { JsonObject } from '../../../platform/llm/types.ts'
import { audienceReaders } from './read-audience.ts'
import type { AudienceRequest, Found } from './audience-request.ts'

/** The name of the structured output that asks for an audience as rules. */
export const SEGMENT_OUTPUT = 'segment_rules' /** Words that say nothing of their own in such a sentence. */
const filler = new Set(
  `a all also an and any anybody anyone are as at be been but by contact contacts did do does everybody everyone find for from give got had has have
   he her him his i in is it list me of on only or our out people person persons please select send she show so somebody someone that the their them these they
   this those to us want was we were what which who whom whose with you your but where live lives living based mails mail email emails e-mail e-mails message`
    .split(/\s+/)
    .filter(Boolean),
)

/**
 * An audience in ordinary words as conditions, by simple rules: what they do not read is listed and never guessed. The same words
 * always give the same conditions.
 */
export function proposeSegment(text: string): JsonObject {
  const request = readRequest(text)
  const found: Found[] = []
  // What was read is blanked out, so that nothing is read twice and what is left is what was not understood.
  let rest = request.audience
  for (const read of audienceReaders(request))
    for (let hit = read(rest); hit; hit = read(rest)) {
      found.push(hit)
      rest = rest.slice(0, hit.at) + '\u0000'.repeat(hit.length) + rest.slice(hit.at + hit.length)
    }
  found.sort((a, b) => a.at - b.at)
  return { match: 'all', groups: groupsOf(found, request.audience), notUnderstood: leftOver(rest) }
}

function readRequest(text: string): AudienceRequest {
  const empty = { audience: text, tags: [], fields: [], purposes: [], campaigns: [], segments: [], events: [] }
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && 'audience' in value ? { ...empty, ...(value as Partial<AudienceRequest>) } : empty
  } catch {
    return empty
  }
}

/** Conditions with nothing but "or" between them are one group of alternatives; all others must hold together. */
function groupsOf(found: readonly Found[], text: string): JsonObject[] {
  const groups: { match: string; conditions: JsonObject[]; end: number }[] = []
  for (const { at, length, conditions, match } of found) {
    const last = groups.at(-1)
    const between = last ? text.slice(last.end, at) : ''
    const isAlternative =
      /^[\s,]*\bor\b(\s+(who|that|are|is|have|has|those|people|in|from|with|the))*\s*$/i.test(between) && conditions.length === 1
    if (last && isAlternative && (last.match === 'any' || last.conditions.length === 1)) {
      last.match = 'any'
      last.conditions.push(...conditions)
      last.end = at + length
    } else groups.push({ match: match ?? 'all', conditions: [...conditions], end: at + length })
  }
  return groups.map(({ match, conditions }) => ({ match, conditions }))
}

function leftOver(rest: string): string[] {
  return rest
    .split(/\u0000+|[,;:.!?()"“”\n]+/)
    .map((piece) => {
      const queryWords = piece.trim().split(/\s+/).filter(Boolean)
      const says = (word: string) => !filler.has(word.toLowerCase())
      const first = queryWords.findIndex(says)
      return first < 0 ? '' : queryWords.slice(first, queryWords.findLastIndex(says) + 1).join(' ')
    })
    .filter(Boolean)
}

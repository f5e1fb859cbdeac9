import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { findAgent } from '../../agents/index.ts'

interface Checked {
  agentId: string | null
  definition: CampaignDefinition
}

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Dates that match the schema's pattern but do not exist: 2026-02-31. */
const isCalendarDate = (text: string): boolean => {
  const at = new Date(`${text}:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function scheduleErrors({ schedule }: CampaignDefinition): FieldError[] {
  if (schedule.type === 'now') return []
  const errors: FieldError[] = []
  const path = 'definition.schedule'
  if (!isTimeZone(schedule.timeZone)) errors.push({ path: `${path}.timeZone`, message: 'Unknown time zone' })
  if (!isCalendarDate(schedule.startAt)) errors.push({ path: `${path}.startAt`, message: 'This date does not exist' })
  if (schedule.type === 'recurring' && schedule.endAt !== null) {
    if (!isCalendarDate(schedule.endAt)) errors.push({ path: `${path}.endAt`, message: 'This date does not exist' })
    else if (schedule.endAt < schedule.startAt) errors.push({ path: `${path}.endAt`, message: 'The end must not be before the start' })
  }
  return errors
}

function variantErrors({ ab }: CampaignDefinition): FieldError[] {
  if (!ab) return []
  const shares = ab.variants.reduce((sum, variant) => sum + variant.share, 0)
  return shares > 99 ? [{ path: 'definition.ab.variants', message: 'The shares must leave at least 1 percent for the first variant' }] : []
}

/** A window without length could mean always open or never open. */
const windowErrors = ({ window }: CampaignDefinition): FieldError[] =>
  window && window.from === window.until ? [{ path: 'definition.window.until', message: 'Choose two different times' }] : []

/** Agents that a campaign names, by the path of each. */
const agentsOf = ({ agentId, definition }: Checked): readonly (readonly [path: string, id: string | null])[] => [
  ['agentId', agentId],
  ['definition.agent.agentId', definition.agent?.agentId ?? null],
]

/**
 * Checks what a schema cannot express. A draft may be incomplete: the launch checks the rest. A deleted agent that `before` already named
 * does not block other changes. @throws 422.
 */
export async function checkDefinition(tx: OrgTx, next: Checked, before?: Checked): Promise<void> {
  const { definition } = next
  const known = new Map(before ? agentsOf(before) : [])
  const errors = [...scheduleErrors(definition), ...windowErrors(definition), ...variantErrors(definition)]
  for (const [path, id] of agentsOf(next))
    if (id !== null && id !== known.get(path) && !(await findAgent(tx, id))) errors.push({ path, message: 'This agent does not exist' })
  if (errors.length) throw invalid(errors)
}

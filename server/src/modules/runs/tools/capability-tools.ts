import { z } from 'zod'
import type { GrantedTool, connectedCapabilities } from '@imperium/contract/agents.ts'
import { InputError, findAction, findServing, readInput } from '../../integrations/index.ts'
import type { Action } from '../../integrations/index.ts'
import type { RunSession } from '../run-session.ts'
import { actionTool, connectionUserOf } from './action-tools.ts'
import { refuseRecipient } from './refuse-recipient.ts'
import type { OfferedTool, ToolCall } from './tool.ts'

/** The tools of a capability that a connection serves: their names, and the actions behind them. */
const served = {
  web_search: { web_search: 'search' },
  calendar_integration: {
    calendar_free_times: 'find_free_times',
    calendar_list_events: 'list_events',
    calendar_create_event: 'create_event',
    calendar_move_event: 'update_event',
  },
} as const satisfies Partial<Record<(typeof connectedCapabilities)[number], Readonly<Record<string, string>>>>

type Served = keyof typeof served
const isServed = (tool: GrantedTool): tool is Served => Object.hasOwn(served, tool)

/** Moving takes times and what names the event: other texts would be mailed to guests that were not checked. */
const movable: ReadonlySet<string> = new Set(['calendarId', 'eventId', 'occurrence', 'start', 'end', 'timeZone'])

const offeredAs = (name: string, action: Action): Action =>
  name === 'calendar_move_event'
    ? {
        ...action,
        title: 'Move an event',
        description: 'Gives an event, or one occurrence of a repeated event, another time. It changes nothing else of it.',
        input: z.object(Object.fromEntries(Object.entries(action.input.shape).filter(([key]) => movable.has(key)))),
      }
    : action

/** What the tool does not take, the action behind it might. */
function refuseFields(action: Action, given: unknown): string | null {
  const fields = typeof given === 'object' && given !== null ? Object.entries(given) : []
  const others = fields.flatMap(([key, value]) => (Object.hasOwn(action.input.shape, key) || value === null || value === '' ? [] : [key]))
  return others.length > 0 ? `This tool takes no ${others.join(', ').slice(0, 200)}. Nothing was written to the calendar.` : null
}

const Guests = z.object({ attendees: z.array(z.string()).default([]) })

/** An invitation is a mail with the text of the event: its guests are those that the agent may write to (ADR 6). */
async function refuseGuests({ input }: Action, given: unknown, call: ToolCall): Promise<string | null> {
  for (const guest of guestsOf(input, given)) {
    const refusal = await refuseRecipient(guest.trim().toLowerCase(), call)
    if (refusal) return `${refusal} Nothing was written to the calendar.`
  }
  return null
}

/** Read as the action reads them; an input that it refuses invites no one. */
function guestsOf(input: Action['input'], given: unknown): string[] {
  try {
    return Guests.safeParse(readInput(input, given)).data?.attendees ?? []
  } catch (error) {
    if (error instanceof InputError) return []
    throw error
  }
}

/** The capabilities that a connection of the organization serves, as far as the person or key behind the run may use it. */
export async function offeredCapabilities(session: RunSession, granted: readonly GrantedTool[]): Promise<OfferedTool[]> {
  const { platform, orgId } = session
  const wanted = granted.filter(isServed)
  if (wanted.length === 0) return []
  return platform.db.withOrg(orgId, async (tx) => {
    const user = await connectionUserOf(tx, session)
    const tools: OfferedTool[] = []
    for (const capability of wanted) {
      const serving = await findServing(tx, capability, user)
      if (!serving) continue
      for (const [name, id] of Object.entries(served[capability])) {
        const found = findAction(serving.row, id)
        if (!found) continue
        const action = offeredAs(name, found)
        const refuse = async (input: unknown, call: ToolCall) =>
          (action === found ? null : refuseFields(action, input)) ?? (await refuseGuests(found, input, call))
        tools.push(actionTool(platform, user, { row: serving.row, id, action, name, refuse }))
      }
    }
    return tools
  })
}

import type { AgentChat, SaveChatBody } from '@imperium/contract/chat.ts'
import { daysOf, hoursOf } from '../../../ui/form/opening-days.ts'
import type { HoursDay } from '../../../ui/form/opening-days.ts'
import { budgetDollars, budgetMicros } from '../../../ui/form/budget.ts'

/** The settings as the form edits them. */
export interface ChatValues extends Omit<SaveChatBody, 'accent' | 'origins' | 'dailyBudgetMicros' | 'openingHours' | 'updatedAt'> {
  accent: string
  /** One a line. */
  origins: string
  budgetDollars: number | string
  hasHours: boolean
  /** Monday first. */
  days: HoursDay[]
}

export function valuesOfChat(chat: AgentChat): ChatValues {
  const { enabled, hasPage, title, welcome, perHour, handsOver, mailsTranscript, accent, origins, dailyBudgetMicros, openingHours } = chat
  return {
    enabled,
    hasPage,
    title,
    welcome,
    perHour,
    handsOver,
    mailsTranscript,
    accent: accent ?? '',
    origins: origins.join('\n'),
    budgetDollars: budgetDollars(dailyBudgetMicros),
    hasHours: openingHours !== null,
    days: daysOf(openingHours),
  }
}

/** A website as its origin: people paste whole addresses. */
function originOf(typed: string): string {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  return URL.canParse(address) ? new URL(address).origin : typed
}

export function bodyOfChat({ accent, origins, budgetDollars: budget, hasHours, days, ...rest }: ChatValues): SaveChatBody {
  const listed = origins.split(/[\s,]+/).filter(Boolean)
  return {
    ...rest,
    accent: accent.trim() || null,
    origins: [...new Set(listed.map(originOf))],
    dailyBudgetMicros: budgetMicros(budget),
    openingHours: hasHours ? hoursOf(days) : null,
  }
}

import type { AgentChat, SaveChatBody } from '@imperium/contract/chat.ts'
import { budgetMicros } from '../editor/agent-form.ts'

export interface ChatDay {
  isOpen: boolean
  from: string
  to: string
}

/** The settings as the form edits them. */
export interface ChatValues extends Omit<SaveChatBody, 'accent' | 'origins' | 'dailyBudgetMicros' | 'openingHours' | 'updatedAt'> {
  accent: string
  /** One a line. */
  origins: string
  budgetDollars: number | string
  hasHours: boolean
  /** Monday first. */
  days: ChatDay[]
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
    budgetDollars: dailyBudgetMicros === null ? '' : dailyBudgetMicros / 1_000_000,
    hasHours: openingHours !== null,
    days: Array.from({ length: 7 }, (_, index) => {
      const found = openingHours?.find(({ day }) => day === index + 1)
      return { isOpen: found !== undefined || (openingHours === null && index < 5), from: found?.from ?? '09:00', to: found?.to ?? '17:00' }
    }),
  }
}

/** A website as its origin: people paste whole addresses. */
function originOf(typed: string): string {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  return URL.canParse(address) ? new URL(address).origin : typed
}

export function bodyOfChat({ accent, origins, budgetDollars, hasHours, days, ...rest }: ChatValues): SaveChatBody {
  const listed = origins.split(/[\s,]+/).filter(Boolean)
  return {
    ...rest,
    accent: accent.trim() || null,
    origins: [...new Set(listed.map(originOf))],
    dailyBudgetMicros: budgetMicros(budgetDollars),
    openingHours: hasHours ? days.flatMap(({ isOpen, from, to }, index) => (isOpen ? [{ day: index + 1, from, to }] : [])) : null,
  }
}

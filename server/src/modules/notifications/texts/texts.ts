import type { AnnouncedLimit } from '@imperium/contract/events/billing.ts'
import type { Role } from '@imperium/contract/permissions.ts'

/** The text of a notification; `{name}` is replaced by a value, `{count}` by the size of its group. */
export type NotificationKind =
  | 'welcome'
  | 'run-failed'
  | 'workflow-failed'
  | 'member-joined'
  | 'role-changed'
  | 'export-ready'
  | 'new-device'
  | 'api-key-created'
  | 'message-received'
  | 'conversation-assigned'
  | 'message-undelivered'
  | 'mentioned'
  | 'ticket-answered'
  | 'campaign-approval'
  | 'campaign-paused'
  | 'campaign-alarm'
  | 'campaign-completed'
  | 'approval-requested'
  | 'webhook-failing'
  | 'webhook-disabled'
  | 'webhook-gone'
  | 'domain-verified'
  | 'domain-failed'
  | 'domain-lost'
  | 'connection-failing'
  | 'connection-ending'
  | 'job-aside'
  | 'email-aside'
  | 'document-aside'
  | 'subscription-renews'
  | 'subscription-renews-itself'
  | 'subscription-refused'
  | 'subscription-ends'
  | 'subscription-due'
  | 'subscription-ended'
  | 'subscription-changed'
  | 'limit-near'
  | 'limit-reached'
  | 'plan-offered'
  | 'credits-low'
  | 'top-up-cap'
  | 'top-up-mandate'
  | 'top-up-refused'
  | 'usage-alert'
  | 'metric-alert'
  | 'metric-silent'
  | 'metric-resolved'
  | 'assistant-approval'

interface NotificationText {
  title: string
  /** Of two and more of a group. */
  titleOfMany?: string
  message: string
}

export interface NotificationTexts {
  news: Record<NotificationKind, NotificationText>
  roles: Record<Role, string>
  /** Names of the limits of a plan. */
  limits: Record<AnnouncedLimit, string>
  mail: { open: string; why: string }
  digest: {
    subject: string
    text: string
    runs: string
    success: string
    cost: string
    before: string
    open: string
    why: string
    unsubscribe: string
  }
}

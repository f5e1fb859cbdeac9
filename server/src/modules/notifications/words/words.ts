import type { Role } from '@imperium/contract/permissions.ts'

/** What a person is told; `{name}` stands for a value, `{count}` for how many of a group it is. */
export type NewsKind =
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
  | 'campaign-approval'
  | 'campaign-paused'
  | 'campaign-alarm'
  | 'campaign-completed'
  | 'approval-requested'

interface NewsText {
  title: string
  /** Of two and more of a group. */
  titleOfMany?: string
  message: string
}

export interface NotificationWords {
  news: Record<NewsKind, NewsText>
  roles: Record<Role, string>
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

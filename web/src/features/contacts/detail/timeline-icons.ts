import {
  IconAddressBook,
  IconAlertTriangle,
  IconArrowMerge,
  IconBan,
  IconBolt,
  IconCircleCheck,
  IconClick,
  IconFileDownload,
  IconFileImport,
  IconHistoryOff,
  IconMailForward,
  IconMailOpened,
  IconMessage,
  IconPencil,
  IconPlayerSkipForward,
  IconRobot,
  IconRoute,
  IconShieldCheck,
  IconTag,
  IconZzz,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { TimelineEntry, TimelineKind } from '@imperium/contract/contacts/contact-timeline.ts'

export const kindIcons: Readonly<Record<TimelineKind, Icon>> = {
  contact: IconAddressBook,
  events: IconBolt,
  consent: IconShieldCheck,
  campaigns: IconMailForward,
  messages: IconMessage,
  workflows: IconRoute,
  agents: IconRobot,
}

/** Entries with their own icon. */
export const typeIcons: Readonly<Record<string, Icon>> = {
  'contact.changed': IconPencil,
  'contact.merged': IconArrowMerge,
  'contact.tagged': IconTag,
  'contact.untagged': IconTag,
  'contact.imported': IconFileImport,
  'contact.importUndone': IconFileImport,
  'contact.exported': IconFileDownload,
  'consent.withdrawn': IconBan,
  'consent.suppressed': IconBan,
  'campaign.delivered': IconCircleCheck,
  'campaign.opened': IconMailOpened,
  'campaign.clicked': IconClick,
  'campaign.responded': IconMessage,
  'campaign.bounced': IconAlertTriangle,
  'campaign.failed': IconAlertTriangle,
  'campaign.complained': IconAlertTriangle,
  'campaign.held': IconAlertTriangle,
  'campaign.skipped': IconPlayerSkipForward,
  'campaign.unsubscribed': IconBan,
  'campaign.past': IconHistoryOff,
  'message.erased': IconHistoryOff,
  'message.absence': IconZzz,
}

const bad = new Set(['campaign.bounced', 'campaign.failed', 'campaign.complained', 'consent.suppressed', 'consent.withdrawn'])

/** Highlights failures and endings. */
export const toneOf = ({ type, detail }: Pick<TimelineEntry, 'type' | 'detail'>): 'bad' | 'plain' => {
  const status = detail['status']
  const failed = (type === 'workflow.run' || type === 'message.sent') && (status === 'failed' || status === 'bounced')
  return failed || bad.has(type) ? 'bad' : 'plain'
}

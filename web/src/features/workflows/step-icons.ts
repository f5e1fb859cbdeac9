import {
  IconArrowBackUp,
  IconArrowsJoin,
  IconArrowsSplit2,
  IconBell,
  IconBolt,
  IconBrandWhatsapp,
  IconCalendarTime,
  IconClock,
  IconFileInvoice,
  IconCode,
  IconForms,
  IconGitBranch,
  IconHandClick,
  IconHourglass,
  IconMail,
  IconMessage,
  IconPlayerStop,
  IconPlug,
  IconRepeat,
  IconRobot,
  IconRoute,
  IconSitemap,
  IconSpeakerphone,
  IconTable,
  IconUserCheck,
  IconUserEdit,
  IconUsersPlus,
  IconWebhook,
  IconWorldShare,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { StepType } from '@imperium/contract/workflows/workflow-steps.ts'

export type StepTone = 'amber' | 'primary' | 'blue' | 'green' | 'violet' | 'pink' | 'teal' | 'grey'
interface StepAppearance {
  icon: Icon
  tone: StepTone
}

/** Icon and colour of each icon name in the contract. */
export const stepAppearances: Record<StepType['icon'], StepAppearance> = {
  webhook: { icon: IconWebhook, tone: 'amber' },
  calendar: { icon: IconCalendarTime, tone: 'amber' },
  bolt: { icon: IconBolt, tone: 'amber' },
  hand: { icon: IconHandClick, tone: 'amber' },
  robot: { icon: IconRobot, tone: 'primary' },
  mail: { icon: IconMail, tone: 'blue' },
  message: { icon: IconMessage, tone: 'teal' },
  whatsapp: { icon: IconBrandWhatsapp, tone: 'green' },
  bell: { icon: IconBell, tone: 'blue' },
  http: { icon: IconWorldShare, tone: 'pink' },
  branch: { icon: IconGitBranch, tone: 'violet' },
  switch: { icon: IconRoute, tone: 'violet' },
  table: { icon: IconTable, tone: 'teal' },
  edit: { icon: IconForms, tone: 'teal' },
  code: { icon: IconCode, tone: 'grey' },
  clock: { icon: IconClock, tone: 'grey' },
  hourglass: { icon: IconHourglass, tone: 'grey' },
  'user-check': { icon: IconUserCheck, tone: 'green' },
  repeat: { icon: IconRepeat, tone: 'violet' },
  parallel: { icon: IconArrowsSplit2, tone: 'violet' },
  join: { icon: IconArrowsJoin, tone: 'violet' },
  workflow: { icon: IconSitemap, tone: 'primary' },
  contact: { icon: IconUserEdit, tone: 'teal' },
  users: { icon: IconUsersPlus, tone: 'teal' },
  speakerphone: { icon: IconSpeakerphone, tone: 'pink' },
  reply: { icon: IconArrowBackUp, tone: 'amber' },
  stop: { icon: IconPlayerStop, tone: 'grey' },
  invoice: { icon: IconFileInvoice, tone: 'green' },
  plug: { icon: IconPlug, tone: 'blue' },
}

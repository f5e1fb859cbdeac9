import {
  IconArrowBackUp,
  IconBell,
  IconBolt,
  IconBrandWhatsapp,
  IconCalendar,
  IconEdit,
  IconHierarchy2,
  IconMail,
  IconMessage,
  IconRepeat,
  IconRobot,
  IconSpeakerphone,
  IconTemplate,
  IconUser,
  IconUserCheck,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Template } from '@imperium/contract/templates.ts'
import type { TriggerType } from '@imperium/contract/workflows/workflow-definition.ts'
import { t } from '../../lib/words.ts'
import type { TemplateTab } from './templates-search.ts'

/** By the names that the contract gives them. */
export const templateIcons: Readonly<Record<string, Icon>> = {
  bell: IconBell,
  bolt: IconBolt,
  calendar: IconCalendar,
  contact: IconUser,
  edit: IconEdit,
  mail: IconMail,
  message: IconMessage,
  repeat: IconRepeat,
  reply: IconArrowBackUp,
  robot: IconRobot,
  speakerphone: IconSpeakerphone,
  'user-check': IconUserCheck,
  users: IconUsers,
  webhook: IconWebhook,
  whatsapp: IconBrandWhatsapp,
  workflow: IconHierarchy2,
}
export const otherIcon: Icon = IconTemplate

export const tabLabels: Record<TemplateTab, string> = {
  agent: t('Agent Templates'),
  campaign: t('Campaign Templates'),
  workflow: t('Workflow Templates'),
}
/** `All Agent Templates (7)` */
export const allLabels: Record<TemplateTab, (count: string) => string> = {
  agent: (count) => t('All Agent Templates ({count})', { count }),
  campaign: (count) => t('All Campaign Templates ({count})', { count }),
  workflow: (count) => t('All Workflow Templates ({count})', { count }),
}
/** The path that creates each kind from scratch, inside the organization. */
export const scratchPaths: Record<TemplateTab, string> = {
  agent: 'agents?create=true',
  campaign: 'campaigns?create=true',
  workflow: 'workflows?create=true',
}

export const triggerLabels: Record<TriggerType, string> = {
  webhook: t('Webhook'),
  schedule: t('Schedule'),
  event: t('Event||trigger'),
  manual: t('Manual||trigger'),
}

/** Official, or the author's name. */
export const byText = ({ type, author }: Pick<Template, 'type' | 'author'>): string => (type === 'official' ? t('Official') : author)

export const reviewLabels: Record<Exclude<Template['review'], 'none' | 'approved'>, string> = {
  pending: t('Waits for review'),
  rejected: t('Not accepted by the community'),
}

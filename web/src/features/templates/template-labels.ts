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

/** Tags of the official templates; those of members stand as they were written. */
const tagLabels: Readonly<Record<string, string>> = {
  leads: t('leads||tag'),
  sales: t('sales||tag'),
  scoring: t('scoring||tag'),
  email: t('email||tag'),
  support: t('support||tag'),
  writing: t('writing||tag'),
  customers: t('customers||tag'),
  triage: t('triage||tag'),
  content: t('content||tag'),
  marketing: t('marketing||tag'),
  analytics: t('analytics||tag'),
  data: t('data||tag'),
  reports: t('reports||tag'),
  feedback: t('feedback||tag'),
  social: t('social||tag'),
  onboarding: t('onboarding||tag'),
  welcome: t('welcome||tag'),
  'ab-test': t('ab-test||tag'),
  launch: t('launch||tag'),
  newsletter: t('newsletter||tag'),
  recurring: t('recurring||tag'),
  retention: t('retention||tag'),
  appointments: t('appointments||tag'),
  reminder: t('reminder||tag'),
  sms: t('sms||tag'),
  integration: t('integration||tag'),
  sync: t('sync||tag'),
  webhook: t('webhook||tag'),
  'follow-up': t('follow-up||tag'),
  approval: t('approval||tag'),
  schedule: t('schedule||tag'),
  alerts: t('alerts||tag'),
  operations: t('operations||tag'),
  'e-commerce': t('e-commerce||tag'),
}
export const tagLabel = (tag: string): string => tagLabels[tag] ?? tag

import type { Permission } from '@imperium/contract/permissions.ts'
import { t } from './words.ts'

/** The missing right in words, by permission or else by the noun before its colon. */
const texts: Readonly<Record<string, string>> = {
  agents: t('Your role can view agents, but not change or run them'),
  campaigns: t('Your role can view campaigns, but not change or send them'),
  contacts: t('Your role can view contacts, but not change them'),
  'contacts:erase': t('Only owners and admins can erase contacts'),
  'contacts:export': t('Only owners and admins can export contacts'),
  templates: t('Your role can view templates, but not use or publish them'),
  workflows: t('Your role can view workflows, but not change or run them'),
}

export const refusalOf = (permission: Permission): string =>
  texts[permission] ?? texts[permission.split(':')[0] ?? ''] ?? t('Your role does not allow this')

export const suspendedText = t('The organization is suspended')

import {
  IconBuilding,
  IconChartHistogram,
  IconChevronRight,
  IconCpu,
  IconHierarchy2,
  IconPlus,
  IconReport,
  IconRobot,
  IconSettings,
  IconSpeakerphone,
} from '@tabler/icons-react'
import type { Permission } from '@imperium/contract/permissions.ts'
import { can } from '@imperium/contract/permissions.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { RestoreChecklist } from '../onboarding/index.ts'
import classes from './dashboard.module.css'

const links = [
  { label: t('Create an agent'), path: 'agents?create=true', icon: IconPlus, permission: 'agents:write' },
  { label: t('AI Agents'), path: 'agents', icon: IconRobot, permission: 'agents:read' },
  { label: t('Workflows'), path: 'workflows', icon: IconHierarchy2, permission: 'workflows:read' },
  { label: t('Campaigns'), path: 'campaigns', icon: IconSpeakerphone, permission: 'campaigns:read' },
  { label: t('Analytics'), path: 'analytics', icon: IconChartHistogram, permission: 'analytics:read' },
  { label: t('Reports'), path: 'reports', icon: IconReport, permission: 'reports:read' },
  { label: t('Settings'), path: 'settings', icon: IconSettings, permission: 'organizations:read' },
  { label: t('AI Models'), path: 'settings/ai-models', icon: IconCpu, permission: 'ai-models:read' },
  { label: t('Organization settings'), path: 'settings/organization', icon: IconBuilding, permission: 'organizations:read' },
] as const satisfies readonly { permission: Permission; [key: string]: unknown }[]

/** Links to the existing pages. */
export function QuickLinks() {
  const { role } = useOrganization()
  return (
    <Card title={t('Quick links')} className={classes.grow}>
      <ul className={classes.links}>
        {links
          .filter(({ permission }) => can(role, permission))
          .map(({ label, path, icon: Symbol }) => (
            <li key={path}>
              <OrgLink path={path} className={classes.quickLink}>
                <Symbol size={16} stroke={1.7} aria-hidden />
                <span>{label}</span>
                <IconChevronRight size={14} stroke={1.7} aria-hidden />
              </OrgLink>
            </li>
          ))}
        <li>
          <RestoreChecklist className={classes.quickLink} />
        </li>
      </ul>
    </Card>
  )
}

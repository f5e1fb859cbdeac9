import { IconLock } from '@tabler/icons-react'
import { useOrganization } from '../../lib/use-session.ts'
import { roleLabels } from '../../lib/enum-labels.ts'
import { t } from '../../lib/words.ts'
import classes from './ai-models.module.css'

/** Why a member or viewer sees no buttons here. */
export function ManagersOnly({ what }: { what: 'models' | 'providers' }) {
  const { role } = useOrganization()
  return (
    <p className={classes.note}>
      <IconLock size={15} stroke={1.7} aria-hidden />
      {what === 'models'
        ? t('Only owners and administrators can change AI models. Your role is {role}.', { role: roleLabels[role] })
        : t('Only owners and administrators can change AI providers. Your role is {role}.', { role: roleLabels[role] })}
    </p>
  )
}

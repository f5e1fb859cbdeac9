import { IconLock } from '@tabler/icons-react'
import { useOrganization } from '../../lib/use-session.ts'
import { formatWord } from '../../lib/format.ts'
import classes from './ai-models.module.css'

/** Why a member or viewer sees no buttons here. */
export function ManagersOnly({ what }: { what: string }) {
  const { role } = useOrganization()
  return (
    <p className={classes.note}>
      <IconLock size={15} stroke={1.7} aria-hidden />
      Only owners and administrators can change {what}. Your role is {formatWord(role)}.
    </p>
  )
}

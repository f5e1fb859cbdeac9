import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCan, useUser } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { policyQuery, setPolicyMutation } from './api.ts'
import styles from '../../../ui/styles.module.css'

/** For managers: whether the organization requires a second factor of its members. */
export function PolicyCard() {
  const mayManage = useCan('security:manage')
  const { twoFactorEnabled, organization } = useUser()
  const policy = useQuery({ ...policyQuery, enabled: mayManage }).data
  const change = useMutation(setPolicyMutation)
  if (!mayManage || !policy) return null
  async function toggle(required: boolean, without: number): Promise<void> {
    const message =
      without > 0
        ? plural(without, {
            one: '{count} member has no second factor yet and is locked out until it is set up.',
            other: '{count} members have no second factor yet and are locked out until it is set up.',
          })
        : t('Every member already has a second factor. From now on, the last one cannot be removed.')
    const question = { title: t('Require two-factor for all members'), message, action: t('Require'), danger: false }
    if (!required || (await confirm(question))) change.mutate({ body: { required } })
  }
  const { required, membersWithout } = policy
  return (
    <Card title={organization?.name ?? t('Organization')}>
      <Switch
        label={t('Require two-factor for all members')}
        description={
          !twoFactorEnabled && !required
            ? t('Set up a second factor for your own account first.')
            : membersWithout === 0
              ? t('Every member has a second factor.')
              : plural(membersWithout, {
                  one: '{count} member has no second factor.',
                  other: '{count} members have no second factor.',
                })
        }
        checked={required}
        disabled={change.isPending || (!required && !twoFactorEnabled)}
        onChange={(event) => void toggle(event.currentTarget.checked, membersWithout)}
        classNames={{ description: styles.text ?? '' }}
      />
    </Card>
  )
}

import { Button, NumberInput, Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { SecurityPolicy } from '@imperium/contract/auth/security.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RetentionPolicy } from '../activity/index.ts'
import { policyQuery, updatePolicyMutation } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './security.module.css'

/** The organization's password rules. */
export function PolicyTab() {
  const { data, isError, error, refetch } = useQuery(policyQuery)
  if (isError && !data)
    return <ErrorState error={error} title={t('The password policy could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} radius={12} />
  return (
    <>
      <PolicyCard key={data.updatedAt} policy={data} />
      <RetentionPolicy />
    </>
  )
}

const usualMaxAgeDays = 90

function PolicyCard({ policy }: { policy: SecurityPolicy }) {
  const mayEdit = useCan('security:manage')
  const save = useMutation(updatePolicyMutation)
  const [values, setValues] = useState(policy)
  const set = (change: Partial<SecurityPolicy>) => setValues({ ...values, ...change })
  const isChanged = JSON.stringify(values) !== JSON.stringify(policy)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ body: values })
  }
  const kinds = [
    ['requireUppercase', t('One uppercase letter')],
    ['requireLowercase', t('One lowercase letter')],
    ['requireNumber', t('One number')],
    ['requireSpecial', t('One special character')],
  ] as const
  return (
    <Card title={t('Password policy')}>
      <form onSubmit={submit} noValidate className={classes.policy}>
        <p className={styles.text20}>
          {t(
            'It applies to the next password a member chooses. The maximum age applies immediately. Common and breached passwords are always rejected.',
          )}
        </p>
        <NumberInput
          label={t('Minimum length')}
          description={t('12 to 64 characters')}
          min={12}
          max={64}
          clampBehavior="blur"
          allowDecimal={false}
          value={values.passwordMinLength}
          onChange={(value) => set({ passwordMinLength: Number(value) || 12 })}
          disabled={!mayEdit}
        />
        <fieldset className={classes.kinds}>
          <legend>{t('A password must contain')}</legend>
          {kinds.map(([name, label]) => (
            <Switch
              key={name}
              label={label}
              checked={values[name]}
              onChange={(event) => set({ [name]: event.currentTarget.checked })}
              disabled={!mayEdit}
            />
          ))}
        </fieldset>
        <div className={styles.stack12}>
          <Switch
            label={t('Passwords expire')}
            checked={values.passwordMaxAgeDays !== null}
            onChange={(event) => set({ passwordMaxAgeDays: event.currentTarget.checked ? usualMaxAgeDays : null })}
            disabled={!mayEdit}
          />
          {values.passwordMaxAgeDays !== null && (
            <NumberInput
              label={t('Expiry after days')}
              min={1}
              max={3650}
              clampBehavior="blur"
              allowDecimal={false}
              value={values.passwordMaxAgeDays}
              onChange={(value) => set({ passwordMaxAgeDays: Number(value) || usualMaxAgeDays })}
              disabled={!mayEdit}
            />
          )}
        </div>
        <NumberInput
          label={t('No reuse of the last passwords')}
          description={t('0 to 10; with 0, old passwords can be reused')}
          min={0}
          max={10}
          clampBehavior="blur"
          allowDecimal={false}
          value={values.passwordHistory}
          onChange={(value) => set({ passwordHistory: Number(value) || 0 })}
          disabled={!mayEdit}
        />
        {mayEdit && (
          <div className={styles.wrapped}>
            <Button type="submit" disabled={!isChanged || save.isPending}>
              {save.isPending ? t('Saving...') : t('Save policy')}
            </Button>
            {isChanged && (
              <Button variant="default" onClick={() => setValues(policy)}>
                {t('Discard changes')}
              </Button>
            )}
          </div>
        )}
      </form>
    </Card>
  )
}

import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { channels } from '@imperium/contract/channels/channels.ts'
import { query } from '../../../lib/api.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { SenderDialog } from '../../channels/index.ts'
import { useAccounts } from './use-accounts.ts'
import type { Editor } from './use-editor.ts'
import styles from '../../../ui/styles.module.css'
import classes from './editor.module.css'

const sendersQuery = { ...query(channels.listSenders), meta: { silent: true } }
const usual = 'default'

/** Who a campaign comes from, and by which account it is sent. A sender is added without leaving the draft. */
export function SenderCard({ editor: { form }, isFixed }: { editor: Editor; isFixed: boolean }) {
  const { channel, definition } = form.values
  const senders = useQuery({ ...sendersQuery, enabled: channel === 'email' })
  const accounts = useAccounts(channel, definition.accountId)
  const refusal = useGate('channels:manage')
  const [isAdding, setAdding] = useState(false)
  const standard = senders.data?.find(({ isDefault }) => isDefault)
  return (
    <fieldset className={classes.step} disabled={isFixed} aria-label={channel === 'email' ? t('Sender') : t('Account')}>
      <Card
        title={channel === 'email' ? t('Sender') : t('Account')}
        aside={
          channel === 'email' && (
            <Button
              variant="default"
              size="compact-sm"
              disabled={isFixed || refusal !== undefined}
              title={refusal}
              onClick={() => setAdding(true)}
            >
              {t('Add sender')}
            </Button>
          )
        }
      >
        <div className={styles.stackWide}>
          <div className={classes.pair}>
            {channel === 'email' && (
              <Select
                data-path="definition.senderId"
                label={t('From||email')}
                data={[
                  {
                    value: usual,
                    label: standard ? t('Default: {name}', { name: `${standard.name} <${standard.email}>` }) : t('Default sender'),
                  },
                  ...(senders.data ?? []).map(({ id, name, email, isVerified }) => ({
                    value: id,
                    label: `${name} <${email}>${isVerified ? '' : ` · ${t('not verified')}`}`,
                  })),
                ]}
                value={definition.senderId ?? usual}
                onChange={(next) => form.setFieldValue('definition.senderId', next === usual ? null : next)}
                allowDeselect={false}
                description={senders.data?.length === 0 ? t('No sender yet: add the address that your emails come from.') : undefined}
                error={form.errors['definition.senderId'] ?? (senders.isError ? t('The senders could not be loaded') : undefined)}
              />
            )}
            <Select
              data-path="definition.accountId"
              label={t('Account')}
              data={[
                { value: usual, label: t('Default account') },
                ...accounts.own.map(({ id, name, isSandbox }) => ({ value: id, label: isSandbox ? `${name} · ${t('sandbox')}` : name })),
              ]}
              value={definition.accountId ?? usual}
              onChange={(next) => form.setFieldValue('definition.accountId', next === usual ? null : next)}
              allowDeselect={false}
              error={form.errors['definition.accountId'] ?? (accounts.isError ? t('The accounts could not be loaded') : undefined)}
            />
          </div>
          {accounts.chosen?.isSandbox && <p className={styles.hint}>{t('A sandbox account: nothing leaves this machine.')}</p>}
          <p className={styles.hint}>
            {form.values.channel === 'email' && (
              <>
                <OrgLink path="settings/emails" className="link">
                  {t('Senders')}
                </OrgLink>
                {' · '}
              </>
            )}
            <OrgLink path="settings/channels" className="link">
              {t('Accounts')}
            </OrgLink>
          </p>
        </div>
      </Card>
      {isAdding && (
        <Suspense fallback={null}>
          <SenderDialog
            editing={null}
            onClose={() => setAdding(false)}
            onSaved={({ id }) => form.setFieldValue('definition.senderId', id)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

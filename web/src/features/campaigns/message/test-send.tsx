import { Button, Select, TagsInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useUser } from '../../../lib/use-session.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ContactSelect } from './message-preview.tsx'
import type { Editor } from '../editor/use-editor.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../review/review.module.css'

const testTimeoutMs = 40_000
const mostAddresses = 5

/** Sends the message over its real channel, marked [Test], to the user or other members; not counted in statistics. */
export function TestSend({ editor }: { editor: Editor }) {
  const { email } = useUser()
  const { channel, definition } = editor.form.values
  const [to, setTo] = useState<string[]>(channel === 'email' ? [email] : [])
  const [variant, setVariant] = useState(0)
  const [contactId, setContactId] = useState<string | null>(null)
  const refusal = useGate('campaigns:send')
  const send = useMutation({
    mutationFn: () =>
      call(
        campaignReports.testSend,
        { params: { id: editor.campaign.id }, body: { to: channel === 'webhook' ? [] : to, variant, contactId } },
        { timeoutMs: testTimeoutMs },
      ),
    meta: { silent: true },
  })
  async function test(): Promise<void> {
    if (await editor.save()) send.mutate()
  }
  const variants = definition.ab?.variants ?? []
  const errors = send.error instanceof ApiError ? Object.values(send.error.fields) : []
  return (
    <Card title={t('Test send')}>
      <div className={classes.test}>
        {channel !== 'webhook' && (
          <TagsInput
            className={classes.grow ?? ''}
            label={channel === 'email' ? t('To members') : t('To numbers')}
            placeholder={to.length ? '' : channel === 'email' ? 'name@example.com' : '+14155550123'}
            value={to}
            onChange={setTo}
            maxTags={mostAddresses}
            splitChars={[',', ' ', ';']}
            acceptValueOnBlur
            clearable={false}
          />
        )}
        {channel === 'webhook' && <p className={styles.hint}>{t('Posted once to the address of the account.')}</p>}
        {variants.length > 0 && (
          <Select
            label={t('Variant')}
            data={[{ value: '0', label: t('Variant A') }, ...variants.map(({ name }, n) => ({ value: String(n + 1), label: name }))]}
            value={String(variant)}
            onChange={(next) => setVariant(Number(next ?? 0))}
            allowDeselect={false}
          />
        )}
        <ContactSelect value={contactId} onChange={setContactId} label={t('Filled in for')} placeholder={t('Filled in for any contact')} />
        <Button
          variant="default"
          leftSection={<IconMailForward size={16} stroke={1.7} aria-hidden />}
          disabled={send.isPending || editor.saving || refusal !== undefined || (channel !== 'webhook' && to.length === 0)}
          title={refusal}
          onClick={() => void test()}
        >
          {send.isPending ? t('Sending...') : t('Send test')}
        </Button>
      </div>
      {(channel === 'sms' || channel === 'whatsapp') && (
        <p className={styles.hint}>
          {t('Real test messages only go to contacts with the tag "test": create one for your own number. The sandbox accepts any number.')}
        </p>
      )}
      {definition.agent && (
        <p className={styles.hint}>{t("A placeholder stands for the agent's text. The samples show what it writes.")}</p>
      )}
      {send.error && (
        <Notice tone="bad">
          {errors.length > 0 ? errors.join(' ') : send.error instanceof ApiError ? send.error.message : t('The test could not be sent.')}
        </Notice>
      )}
      {send.data && !send.isPending && (
        <ul className={classes.results} aria-label={t('Test send')}>
          {send.data.results.map(({ to: address, ok, detail }) => (
            <li key={address}>
              <StatusDot tone={ok ? 'ok' : 'bad'} label={ok ? t('Sent') : t('Not sent')} />
              <span>{address}</span>
              {detail && <span className={styles.hint}>{translateMessage(detail)}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

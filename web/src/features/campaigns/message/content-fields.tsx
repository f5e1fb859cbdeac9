import { Button, Select, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useRef } from 'react'
import type { ReactNode } from 'react'
import type { WhatsappTemplate } from '@imperium/contract/channels/channel-accounts.ts'
import { channels } from '@imperium/contract/channels/channels.ts'
import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { smsParts } from '@imperium/contract/channels/sms-parts.ts'
import { query } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { plural, t } from '../../../lib/words.ts'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import type { EditorForm } from '../editor/editor-form.ts'
import type { ContentPath, EmailWay } from './content-path.ts'
import { insertInto } from '../../../ui/form/insert-into.ts'
import { TemplateArea } from './template-area.tsx'
import { useAccounts } from '../editor/use-accounts.ts'
import { shortLength, useTextLinks } from './use-text-links.ts'
import { VariableMenu } from './variable-menu.tsx'
import styles from '../../../ui/styles.module.css'
import classes from './message.module.css'

const EmailBody = lazy(async () => ({ default: (await import('./email-body.tsx')).EmailBody }))

interface ContentFieldsProps {
  form: EditorForm
  path: ContentPath
  channel: Channel
  content: MessageContent
  isLocked: boolean
  /** The message as it will be sent: a designed email shows it in its place. */
  preview: ReactNode
  /** How the body of an email is written. */
  way: EmailWay
  onWay: (way: EmailWay) => void
}

/** The fields of one message, by channel. */
export function ContentFields(props: ContentFieldsProps) {
  const { channel } = props
  if (channel === 'email') return <EmailFields {...props} />
  if (channel === 'sms') return <SmsFields {...props} />
  return channel === 'webhook' ? <WebhookFields {...props} /> : <WhatsappFields {...props} />
}

function LineField({
  form,
  path,
  label,
  description,
  max,
}: {
  form: EditorForm
  path: string
  label: string
  description?: string
  max: number
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      ref={input}
      label={label}
      description={description}
      maxLength={max}
      rightSection={
        <VariableMenu
          compact
          onPick={(text) => insertInto(input.current, text)}
          label={t('Insert a merge field into {field}', { field: label })}
        />
      }
      {...form.getInputProps(path)}
    />
  )
}

function EmailFields(props: ContentFieldsProps) {
  const { form, path } = props
  return (
    <>
      <LineField form={form} path={`${path}.subject`} label={t('Subject')} max={300} />
      <LineField
        form={form}
        path={`${path}.preheader`}
        label={t('Preview text')}
        description={t('Shown next to the subject in most inboxes')}
        max={200}
      />
      <Suspense fallback={<Skeleton height={420} radius={10} />}>
        <EmailBody {...props} />
      </Suspense>
    </>
  )
}

/** Explains how links in a text are replaced. */
function LinksHint({ led, made }: { led: number; made: number }) {
  if (led + made === 0) return null
  return (
    <p className={styles.hint}>
      {led > 0 &&
        plural(
          led,
          {
            one: '{count} address is sent as a short link of this server, {length} characters, so that clicks are counted.',
            other: '{count} addresses are sent as short links of this server, {length} characters each, so that clicks are counted.',
          },
          { length: formatNumber(shortLength) },
        )}{' '}
      {made > 0 && t('URLs that contain or touch a merge field are sent unchanged, and their clicks are not counted.')}
    </p>
  )
}

function SmsFields({ form, path, content }: ContentFieldsProps) {
  const { asSent, led, made } = useTextLinks('sms', content, form.values.definition)
  const { parts, encoding, unitsLeft } = smsParts(asSent(content.text))
  const { chosen } = useAccounts('sms', form.values.definition.accountId)
  const dltPath = `${path}.dltTemplateId`
  return (
    <>
      <TemplateArea label={t('Text')} rows={6} {...form.getInputProps(`${path}.text`)} />
      <p className={styles.hint} role="status">
        {plural(parts, { one: '{count} part', other: '{count} parts' })} ·{' '}
        {encoding === 'gsm-7' ? t('7-bit letters') : t('Unicode, shorter parts')} ·{' '}
        {plural(unitsLeft, { one: '{count} character left in the last', other: '{count} characters left in the last' })}.{' '}
        {t('Merge fields are counted as written. The preview counts the final text, including the opt-out.')}
      </p>
      {(chosen?.settings.dltEntityId || form.errors[dltPath]) && (
        <TextInput
          label={t('DLT template id')}
          description={t('The id under which this text is registered in India (TRAI DLT).')}
          inputMode="numeric"
          maxLength={30}
          autoComplete="off"
          {...form.getInputProps(dltPath)}
        />
      )}
      <LinksHint led={led} made={made} />
    </>
  )
}

/** Values are inserted as the content of a JSON string, so the quotes must surround them. */
const webhookExample = `{
  "event": "campaign.message",
  "campaign": "{{ campaign.name }}",
  "contact": {
    "name": "{{ name | default: "" }}",
    "email": "{{ email | default: "" }}"
  }
}`

function WebhookFields({ form, path, content }: ContentFieldsProps) {
  return (
    <>
      <TemplateArea
        label={t('JSON')}
        description={t('Posted once for each contact to the address of the account, signed.')}
        code
        rows={12}
        {...form.getInputProps(`${path}.text`)}
      />
      {content.text.trim() === '' && (
        <div>
          <Button size="xs" variant="default" onClick={() => form.setFieldValue(`${path}.text`, webhookExample)}>
            {t('Start from an example')}
          </Button>
        </div>
      )}
    </>
  )
}

const templatesQuery = { ...query(channels.listTemplates, { query: {} }), staleTime: 30_000, meta: { silent: true } }
const freeText = 'text'

function WhatsappFields({ form, path, content }: ContentFieldsProps) {
  const templates = useQuery(templatesQuery)
  const { led, made } = useTextLinks('whatsapp', content, form.values.definition)
  const chosen = templates.data?.find(({ id }) => id === content.whatsappTemplateId)
  const choose = (id: string | null) => {
    const template = templates.data?.find((each) => each.id === id)
    form.setFieldValue(path, {
      ...content,
      whatsappTemplateId: template?.id ?? null,
      whatsappVariables: Array.from({ length: template?.variables ?? 0 }, (_, n) => content.whatsappVariables[n] ?? ''),
    })
  }
  const label = ({ name, language, status }: WhatsappTemplate) =>
    `${name} (${language})${status === 'APPROVED' ? '' : ` · ${t('not approved')}`}`
  return (
    <>
      <Select
        label={t('Template')}
        description={t(
          'WhatsApp only allows a first message with an approved template. Free text reaches contacts who wrote in the last 24 hours.',
        )}
        data={[
          { value: freeText, label: t('Free text') },
          ...(templates.data ?? []).map((each) => ({ value: each.id, label: label(each), disabled: each.status !== 'APPROVED' })),
        ]}
        value={content.whatsappTemplateId ?? freeText}
        onChange={(next) => choose(next === freeText ? null : next)}
        allowDeselect={false}
        error={form.errors[`${path}.whatsappTemplateId`] ?? (templates.isError ? t('The templates could not be loaded') : undefined)}
      />
      {templates.data?.length === 0 && (
        <p className={styles.hint}>
          {t('There are no templates yet.')} <OrgLink path="settings/channels">{t('Submit one for approval')}</OrgLink>
        </p>
      )}
      {chosen && <p className={classes.pattern}>{chosen.body}</p>}
      {content.whatsappTemplateId !== null &&
        content.whatsappVariables.map((_value, n) => (
          <LineField
            key={n}
            form={form}
            path={`${path}.whatsappVariables.${n}`}
            label={t('Variable {number}', { number: n + 1 })}
            max={1000}
          />
        ))}
      {content.whatsappTemplateId === null && <TemplateArea label={t('Text')} rows={6} {...form.getInputProps(`${path}.text`)} />}
      <LinksHint led={led} made={made} />
    </>
  )
}

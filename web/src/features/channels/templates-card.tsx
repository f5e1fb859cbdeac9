import { Button, Select, Skeleton, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateTemplateBody, templateCategories } from '@imperium/contract/channels/channel-accounts.ts'
import type { ChannelAccount, WhatsappTemplate } from '@imperium/contract/channels/channel-accounts.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { createTemplateMutation, removeTemplateMutation, syncTemplatesMutation, templatesQuery } from './api.ts'
import { templateLabels } from './channel-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './channels.module.css'

interface TemplatesCardProps {
  accounts: readonly ChannelAccount[]
  mayManage: boolean
}

/** WhatsApp templates: for contacts who have not written within a day. */
export function TemplatesCard({ accounts, mayManage }: TemplatesCardProps) {
  const { data, error, refetch } = useQuery(templatesQuery)
  const sync = useMutation(syncTemplatesMutation)
  const [adding, setAdding] = useState(false)
  const real = accounts.filter(({ isSandbox }) => !isSandbox)
  const aside = mayManage && accounts.length > 0 && (
    <span className={classes.acts}>
      {real.map(({ id, name }) => (
        <Button key={id} variant="default" size="xs" disabled={sync.isPending} onClick={() => sync.mutate({ params: { id } })}>
          {t('Sync {name}', { name })}
        </Button>
      ))}
      <Button variant="default" size="xs" onClick={() => setAdding(true)}>
        {t('New template')}
      </Button>
    </span>
  )
  return (
    <Card title={t('WhatsApp templates')} aside={aside}>
      {error && !data && <ErrorState plain error={error} title={t('The templates could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} radius={8} />}
      {data?.length === 0 && <p className={styles.textWrap}>{t('WhatsApp only allows a first message with an approved template.')}</p>}
      {data && data.length > 0 && (
        <ul className={`${styles.list} ${classes.inbound}`}>
          {data.map((template) => (
            <Template key={template.id} template={template} mayManage={mayManage} />
          ))}
        </ul>
      )}
      {adding && <TemplateDialog accounts={accounts} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function Template({ template, mayManage }: { template: WhatsappTemplate; mayManage: boolean }) {
  const remove = useMutation(removeTemplateMutation)
  const { id, name, language, accountName, body, status, detail } = template
  const { tone, label } = templateLabels[status]
  async function ask(): Promise<void> {
    const message = t('The template stays at the provider and is only removed here.')
    if (await confirm({ title: t('Remove template'), message, action: t('Remove') })) remove.mutate({ params: { id } })
  }
  return (
    <li className={classes.template}>
      <div className={classes.body}>
        <div className={classes.line}>
          <span className={classes.name}>{name}</span>
          <span className={classes.detail}>
            {language} · {accountName}
          </span>
          <StatusDot tone={tone} label={label} />
        </div>
        <p className={`${styles.textWrap} ${classes.quote}`}>{body}</p>
        {detail && <p className={classes.detail}>{translateMessage(detail)}</p>}
      </div>
      {mayManage && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('Remove {name}', { name })}
          disabled={remove.isPending}
          onClick={() => void ask()}
        >
          {t('Remove')}
        </Button>
      )}
    </li>
  )
}

const categoryLabels = { MARKETING: t('Marketing'), UTILITY: t('Utility'), AUTHENTICATION: t('Authentication') }

function TemplateDialog({ accounts, onClose }: { accounts: readonly ChannelAccount[]; onClose: () => void }) {
  const create = useMutation(createTemplateMutation)
  const first = accounts.find(({ isDefault }) => isDefault) ?? accounts[0]
  const form = useContractForm({
    schema: CreateTemplateBody,
    initialValues: { accountId: first?.id ?? '', name: '', language: 'en', category: 'MARKETING' as const, body: '' },
  })
  const submit = form.onSubmit((values) =>
    create.mutate({ body: values }, { onSuccess: onClose, onError: (error) => void showFieldErrors(form, error) }),
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('New WhatsApp template')}
      onSubmit={submit}
      submitLabel={t('Submit')}
      busyLabel={t('Submitting...')}
      busy={create.isPending}
      width={560}
    >
      <Select
        label={t('Account')}
        data={accounts.map(({ id, name, isSandbox }) => ({ value: id, label: isSandbox ? `${name} (${t('Sandbox')})` : name }))}
        allowDeselect={false}
        {...form.getInputProps('accountId')}
      />
      <TextInput
        label={t('Name')}
        withAsterisk
        placeholder="order_shipped"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <div className={classes.pair}>
        <TextInput label={t('Language')} placeholder="en_US" autoComplete="off" {...form.getInputProps('language')} />
        <Select
          label={t('Category')}
          data={templateCategories.map((value) => ({ value, label: categoryLabels[value] }))}
          allowDeselect={false}
          {...form.getInputProps('category')}
        />
      </div>
      <Textarea
        label={t('Text')}
        description={t('Variables are {{1}}, {{2}} and so on. A campaign fills them in for each contact.')}
        withAsterisk
        autosize
        minRows={4}
        maxRows={10}
        {...form.getInputProps('body')}
      />
    </FormDialog>
  )
}

import { Select, Skeleton, TextInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Attachment } from '@imperium/contract/messages.ts'
import { CreateTicketBody } from '@imperium/contract/support.ts'
import type { SupportOverview, TicketCategory } from '@imperium/contract/support.ts'
import { recentRequests } from '../../lib/request.ts'
import { plural, t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { AttachmentField } from '../messages/index.ts'
import { attachToTicket, createMutation } from './api.ts'
import { DeskNotice } from './desk-notice.tsx'
import { categoryLabels } from './ticket-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './support.module.css'

interface TicketValues extends Record<string, unknown> {
  category: TicketCategory
  subject: string
  message: string
}

interface TicketDialogProps {
  overview: SupportOverview | undefined
  onSaved: (id: string) => void
  onClose: () => void
}

/** A new ticket. What is sent besides the text is shown first. */
export function TicketDialog({ overview, onSaved, onClose }: TicketDialogProps) {
  const create = useMutation(createMutation)
  const [files, setFiles] = useState<readonly Attachment[]>([])
  // As they were when the form was opened: those of the form itself say nothing.
  const [requests] = useState(recentRequests)
  const form = useContractForm<TicketValues>({
    schema: CreateTicketBody,
    initialValues: { category: 'question', subject: '', message: '' },
  })
  const submit = form.onSubmit((values) =>
    create.mutate(
      { body: { ...values, attachmentIds: files.map(({ id }) => id), requestIds: requests.map(({ id }) => id) } },
      { onSuccess: ({ id }) => onSaved(id), onError: (error) => void showFieldErrors(form, error) },
    ),
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('New ticket')}
      onSubmit={submit}
      submitLabel={t('Send')}
      busyLabel={t('Sending...')}
      busy={create.isPending}
    >
      {overview && <DeskNotice overview={overview} />}
      <Select
        label={t('Category')}
        data={Object.entries(categoryLabels).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps('category')}
      />
      <TextInput label={t('Subject')} required maxLength={200} data-autofocus {...form.getInputProps('subject')} />
      <Textarea
        label={t('Message')}
        description={t('What did you do, what did you expect, and what happened?')}
        required
        autosize
        minRows={5}
        maxRows={14}
        maxLength={20_000}
        {...form.getInputProps('message')}
      />
      <Suspense fallback={<Skeleton height={30} width={120} radius={8} />}>
        <AttachmentField files={files} upload={attachToTicket} disabled={create.isPending} onChange={(make) => setFiles(make)} />
      </Suspense>
      <section className={classes.sent} aria-label={t('Sent with the ticket')}>
        <h3 className={classes.sentTitle}>{t('Sent with the ticket')}</h3>
        <p className={styles.hint}>
          {t('Your name and email address, the name of your organization, and these facts. No content of requests is sent.')}
        </p>
        <ul className={`${styles.list} ${classes.facts}`}>
          <li>{t('Version {version}', { version: overview?.version ?? '' })}</li>
          <li>{plural(requests.length, { one: 'The id of the last request', other: 'The ids of the last {count} requests' })}</li>
        </ul>
        {requests.length > 0 && (
          <ul className={`${styles.list} ${classes.requests}`} aria-label={t('Requests')} tabIndex={0}>
            {requests.map(({ id, what, status }) => (
              <li key={id} data-bad={status >= 400 || undefined}>
                {status} {what} {id}
              </li>
            ))}
          </ul>
        )}
      </section>
    </FormDialog>
  )
}

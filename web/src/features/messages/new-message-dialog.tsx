import { MultiSelect, Select, TextInput, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import type { Call } from '@imperium/contract/kit/endpoint.ts'
import { messages, NewMessageBody } from '@imperium/contract/messages.ts'
import type { Attachment, Priority } from '@imperium/contract/messages.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { contactQuery, createMutation, recipientsQuery } from './api.ts'
import { AttachmentField } from './attachment-field.tsx'
import { priorityOptions } from './message-labels.ts'
import { TemplateField, filledIn, isComplete, toChoice } from './template-field.tsx'
import type { TemplateChoice } from './template-field.tsx'
import { useTryKeys } from './try-key.ts'

interface MessageValues extends Record<string, unknown> {
  /** `member:<id>` or `email:<contact>`, `sms:<contact>`, `whatsapp:<contact>`. */
  to: string[]
  subject: string
  message: string
  priority: Priority
}

interface Option {
  value: string
  label: string
}

/** The API body for the chosen recipients: members together, or one contact on one channel. */
function toBody({ to, subject, message, priority }: MessageValues): unknown {
  const [kind, id = ''] = (to.at(-1) ?? 'member:').split(':')
  const members = to.filter((each) => each.startsWith('member:')).map((each) => each.slice('member:'.length))
  return {
    to: kind === 'member' ? { kind: 'members', userIds: members } : { kind: 'contact', contactId: id, channel: kind },
    subject,
    message,
    priority,
  }
}

interface NewMessageDialogProps {
  /** The initial recipient, if known. */
  contactId: string | undefined
  onClose: () => void
  onSent: (id: string) => void
}

/** Writes to members of the organization, or to one contact by email, SMS or WhatsApp. */
export function NewMessageDialog({ contactId, onClose, onSent }: NewMessageDialogProps) {
  const contact = useQuery({ ...contactQuery(contactId ?? ''), enabled: contactId !== undefined })
  // The form starts with the contact of the URL, so it waits for the contact's name.
  if (contactId !== undefined && contact.isPending) return null
  return <MessageForm contact={contact.data} onClose={onClose} onSent={onSent} />
}

interface MessageFormProps {
  contact: Contact | undefined
  onClose: () => void
  onSent: (id: string) => void
}

function MessageForm({ contact, onClose, onSent }: MessageFormProps) {
  const keys = useTryKeys()
  const create = useMutation({
    ...createMutation,
    mutationFn: (vars: Call<typeof messages.create>) => call(messages.create, vars, { idempotencyKey: keys.keyOf(vars.body) }),
  })
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const [choice, setChoice] = useState<TemplateChoice | null>(null)
  const first = contact && optionsOf(contact)[0]
  const form = useContractForm<MessageValues>({
    schema: NewMessageBody,
    initialValues: { to: first ? [first.value] : [], subject: '', message: '', priority: 'normal' },
    toBody,
  })
  const isWhatsapp = form.values.to[0]?.startsWith('whatsapp:') ?? false
  const template = isWhatsapp ? choice : null
  const chooseTemplate = (next: TemplateChoice | null) => {
    setChoice(next)
    // The filled-in template is the message that is sent and shown in the conversation.
    if (next || choice) form.setFieldValue('message', next ? filledIn(next) : '')
  }
  const submit = form.onSubmit((values) => {
    const body = {
      ...(toBody(values) as Parameters<typeof create.mutate>[0]['body']),
      attachmentIds: files.map(({ id }) => id),
      template: template && toChoice(template),
    }
    create.mutate({ body }, { onSuccess: ({ id }) => onSent(id), onError: (error) => showFieldErrors(form, error) })
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('New Message')}
      onSubmit={submit}
      submitLabel={t('Send')}
      busyLabel={t('Sending...')}
      busy={create.isPending}
      disabledReason={template && !isComplete(template) ? t('Fill in every template variable') : undefined}
      width={600}
    >
      <RecipientField
        value={form.values.to}
        known={first ? { [first.value]: first.label } : {}}
        error={form.errors['to.userIds'] ?? form.errors['to.contactId'] ?? form.errors['to']}
        onChange={(to) => {
          form.setFieldValue('to', to)
          form.clearFieldError('to.userIds')
        }}
      />
      <TextInput label={t('Subject')} withAsterisk maxLength={300} {...form.getInputProps('subject')} />
      <Select label={t('Priority')} data={priorityOptions} allowDeselect={false} {...form.getInputProps('priority')} />
      {isWhatsapp && (
        <TemplateField
          value={choice}
          onChange={chooseTemplate}
          accountId={null}
          description={t('Free text only reaches contacts who wrote in the last 24 hours. An approved template always does.')}
        />
      )}
      {!template && <Textarea label={t('Message')} withAsterisk autosize minRows={6} maxRows={14} {...form.getInputProps('message')} />}
      {!isWhatsapp && <AttachmentField files={files} onChange={setFiles} />}
    </FormDialog>
  )
}

type Addressed = Pick<Contact, 'id' | 'name' | 'email' | 'phone'>

/** A contact on each channel that it has an address for. */
const optionsOf = ({ id, name, email, phone }: Addressed): Option[] => [
  ...(email ? [{ value: `email:${id}`, label: name ? `${name} (${email})` : email }] : []),
  ...(phone
    ? [
        { value: `sms:${id}`, label: t('{name} by SMS ({phone})', { name: name || phone, phone }) },
        { value: `whatsapp:${id}`, label: t('{name} by WhatsApp ({phone})', { name: name || phone, phone }) },
      ]
    : []),
]

interface RecipientFieldProps {
  value: string[]
  /** Names of the initial recipients. */
  known: Record<string, string>
  error: React.ReactNode
  onChange: (value: string[]) => void
}

/** Chooses several members, or a single contact on one channel. */
function RecipientField({ value, known: given, error, onChange }: RecipientFieldProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 200)
  const { data } = useQuery({ ...recipientsQuery(q), placeholderData: keepPreviousData })
  const [known, setKnown] = useState<Record<string, string>>(given)
  const members: Option[] = (data?.members ?? []).map(({ id, name, email }) => ({ value: `member:${id}`, label: `${name} (${email})` }))
  const contacts: Option[] = (data?.contacts ?? []).flatMap(optionsOf)
  const found = [...members, ...contacts]
  const kept = value
    .filter((each) => !found.some((option) => option.value === each))
    .map((each) => ({ value: each, label: known[each] ?? each }))
  return (
    <MultiSelect
      label={t('To')}
      withAsterisk
      searchable
      data-autofocus
      placeholder={value.length === 0 ? t('Name or address of a member or contact') : undefined}
      value={value}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('No contacts found')}
      data={[
        { group: t('Members'), items: members },
        { group: t('Contacts'), items: contacts },
        ...(kept.length ? [{ group: t('Chosen'), items: kept }] : []),
      ]}
      // The server already searched, also in fields outside the label; disable the client-side filter.
      filter={({ options }) => options}
      onChange={(next) => {
        setKnown((before) => ({ ...before, ...Object.fromEntries(found.map((option) => [option.value, option.label])) }))
        const last = next.at(-1)
        onChange(last === undefined || last.startsWith('member:') ? next.filter((each) => each.startsWith('member:')) : [last])
      }}
    />
  )
}

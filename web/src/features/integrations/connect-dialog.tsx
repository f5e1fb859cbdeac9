import { Checkbox, PasswordInput, SegmentedControl, Select, Switch, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { integrations } from '@imperium/contract/integrations.ts'
import type { AuthField, Connection, Connector } from '@imperium/contract/integrations.ts'
import { roles } from '@imperium/contract/permissions.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors } from '../../ui/form/use-contract-form.ts'
import { invalidates } from './api.ts'
import { roleLabels } from './integration-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './integrations.module.css'

interface ConnectDialogProps {
  services: readonly Connector[]
  connections: readonly Connection[]
  /** The service to connect; null where a connection is configured. */
  connectorId: string | null
  connectionId: string | null
  refusal: string | undefined
  onClose: () => void
  /** Opens the tools of a new connection: none is offered before it was accepted. */
  onReview: (id: string) => void
}

interface Values extends Record<string, unknown> {
  name: string
  auth: number
  fields: Record<string, string>
  /** An OpenAPI document: where it is, or itself. */
  document: { by: 'url' | 'text'; url: string; text: string }
  roles: Role[]
  isForAutomation: boolean
}

/** Connects a service, or changes a connection of it. */
export function ConnectDialog({ services, connections, connectorId, connectionId, ...rest }: ConnectDialogProps) {
  const editing = connections.find(({ id }) => id === connectionId)
  const service = services.find(({ id }) => id === (editing?.connectorId ?? connectorId))
  return service ? <ConnectForm service={service} editing={editing ?? null} {...rest} /> : null
}

type FormProps = Pick<ConnectDialogProps, 'refusal' | 'onClose' | 'onReview'> & { service: Connector; editing: Connection | null }

const startOf = (service: Connector, editing: Connection | null): Values => ({
  name: editing?.name ?? service.name,
  auth: editing?.auth ?? 0,
  // Each from the start: an input without a value would be one that React does not hold.
  fields: Object.fromEntries(service.auth.flatMap(({ fields }) => fields.map(({ key }) => [key, editing?.fields[key] ?? '']))),
  document: { by: 'url', url: '', text: '' },
  roles: editing ? [...editing.roles] : [...roles],
  isForAutomation: editing?.isForAutomation ?? true,
})

function ConnectForm({ service, editing, refusal, onClose, onReview }: FormProps) {
  const form = useForm<Values>({ mode: 'controlled', initialValues: startOf(service, editing), clearInputErrorOnChange: true })
  const method = service.auth[form.values.auth]
  const fields = method?.fields ?? []
  const save = useMutation({
    mutationFn: (values: Values) => send(service, editing, fields, values),
    meta: { silent: true, invalidates, success: editing ? t('Connection updated') : t('Saved') },
    onSuccess: async (made) => {
      onClose()
      if (service.id === 'mcp' && !editing) onReview(made.id)
      if (made.status === 'waiting') await beginSignIn(made)
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The integration could not be connected'))
    },
  })
  const submit = (values: Values) => {
    const missing = fields.filter((field) => !field.isOptional && !isKept(field, editing) && !values.fields[field.key]?.trim())
    const lacksDocument = service.isDocumented && !editing && !documentOf(values)
    form.setErrors({
      ...Object.fromEntries(missing.map(({ key, label }) => [`fields.${key}`, t('{field} is required', { field: label })])),
      ...(lacksDocument ? { [`document.${values.document.by}`]: t('Paste an OpenAPI document, or enter its address') } : {}),
    })
    if (missing.length === 0 && !lacksDocument) save.mutate(values)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={editing ? t('Configure {name}', { name: editing.name }) : t('Connect {name}', { name: service.name })}
      onSubmit={form.onSubmit(submit)}
      submitLabel={editing ? t('Save changes') : t('Connect')}
      busyLabel={t('Testing...')}
      busy={save.isPending}
      disabledReason={refusal}
    >
      {service.isDocumented && <DocumentFields form={form} isStored={editing !== null} />}
      {!editing && service.auth.length > 1 && (
        <Select
          label={t('How to connect')}
          allowDeselect={false}
          data={service.auth.map(({ label }, index) => ({ value: String(index), label }))}
          value={String(form.values.auth)}
          onChange={(next) => form.setFieldValue('auth', Number(next ?? 0))}
        />
      )}
      {fields.map((field) => (
        <CredentialField
          key={field.key}
          field={field}
          isStored={isKept(field, editing)}
          props={form.getInputProps(`fields.${field.key}`)}
        />
      ))}
      <TextInput label={t('Name')} withAsterisk maxLength={100} {...form.getInputProps('name')} />
      <Checkbox.Group
        label={t('Shared with')}
        description={t('Runs use it only for people with one of these roles.')}
        {...form.getInputProps('roles')}
      >
        <div className={`${styles.wrapped} ${classes.roles}`}>
          {roles.map((role) => (
            <Checkbox key={role} value={role} label={roleLabels[role]} />
          ))}
        </div>
      </Checkbox.Group>
      <Switch
        label={t('Also for runs without a person')}
        description={t('Workflows and agents that a schedule, a form or an event starts.')}
        {...form.getInputProps('isForAutomation', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

interface DocumentProps {
  form: UseFormReturnType<Values>
  isStored: boolean
}

/** The OpenAPI document whose operations become actions. */
function DocumentFields({ form, isStored }: DocumentProps) {
  const isText = form.values.document.by === 'text'
  const label = isStored ? t('New OpenAPI document') : t('OpenAPI document')
  const shared = { label, withAsterisk: !isStored, description: isStored ? t('Left empty: the stored one stays.') : undefined }
  return (
    <>
      <SegmentedControl
        aria-label={t('Where the document comes from')}
        data={[
          { value: 'url', label: t('From an address') },
          { value: 'text', label: t('Pasted') },
        ]}
        {...form.getInputProps('document.by')}
      />
      {isText ? (
        <Textarea {...shared} autosize minRows={6} maxRows={14} placeholder="openapi: 3.1.0" {...form.getInputProps('document.text')} />
      ) : (
        <TextInput {...shared} placeholder="https://api.example.com/openapi.json" {...form.getInputProps('document.url')} />
      )}
    </>
  )
}

/** Null where none was given. */
function documentOf({ document: { by, url, text } }: Values): { url: string } | { text: string } | null {
  if (by === 'text') return text.trim() === '' ? null : { text }
  return url.trim() === '' ? null : { url: url.trim() }
}

const isKept = ({ isSecret }: AuthField, editing: Connection | null): boolean => isSecret && editing !== null

interface CredentialProps {
  field: AuthField
  isStored: boolean
  props: object
}

function CredentialField({ field, isStored, props }: CredentialProps) {
  const { label, hint, placeholder, isSecret, isOptional } = field
  const Input = isSecret ? PasswordInput : TextInput
  return (
    <Input
      label={label}
      description={hint || undefined}
      placeholder={isStored ? t('Unchanged') : placeholder}
      withAsterisk={!isOptional && !isStored}
      autoComplete="off"
      {...props}
    />
  )
}

/** Secrets that were left empty stay as they are. */
function send(service: Connector, editing: Connection | null, known: readonly AuthField[], values: Values): Promise<Connection> {
  const { name, auth, isForAutomation } = values
  const given = Object.fromEntries(known.flatMap(({ key }) => (values.fields[key] ? [[key, values.fields[key]]] : [])))
  const chosen = service.isDocumented ? documentOf(values) : null
  const document = chosen ? { document: chosen } : {}
  if (!editing) {
    // The document, or the server, has a better name than the connector: it is left to it.
    const named = (service.isDocumented || service.isDiscovered) && name === service.name ? {} : { name }
    return call(integrations.connect, {
      body: { connectorId: service.id, ...named, auth, fields: given, roles: values.roles, isForAutomation, ...document },
    })
  }
  const isChanged = known.some(({ key, isSecret }) => (isSecret ? Boolean(given[key]) : (given[key] ?? '') !== (editing.fields[key] ?? '')))
  const shared = {
    name,
    roles: values.roles,
    isForAutomation,
    updatedAt: editing.updatedAt,
    ...document,
  }
  const body = isChanged ? { ...shared, fields: given } : shared
  return call(integrations.configure, { params: { id: editing.id }, body })
}

async function beginSignIn({ id }: Connection): Promise<void> {
  const { location } = await call(integrations.authorize, { params: { id } })
  globalThis.location.assign(location)
}

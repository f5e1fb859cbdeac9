import { Checkbox, NativeSelect, Skeleton, Switch, TagsInput, TextInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CreateSignUpFormBody, UpdateSignUpFormBody, signUpFormLimits } from '@imperium/contract/contacts/sign-up-forms.ts'
import type { SignUpForm } from '@imperium/contract/contacts/sign-up-forms.ts'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import type { ConsentPurpose } from '@imperium/contract/contacts/consents.ts'
import { languages } from '@imperium/contract/choose-language.ts'
import { t } from '../../lib/words.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { purposesQuery } from './api.ts'
import classes from './consents.module.css'
import { askable, bodyOfForm, valuesOfForm, withSms } from './form-values.ts'
import type { Asking, FormValues } from './form-values.ts'
import { contactFieldsQuery, createFormMutation, updateFormMutation } from './forms-api.ts'
import forms from './forms.module.css'
import { followedByText, usualConsent } from './usual-consent.ts'
import type { Asker } from './usual-consent.ts'
import { languageNames } from '../../lib/language-names.ts'

interface SignUpFormDialogProps {
  /** Null: a new one. */
  form: SignUpForm | null
  onClose: () => void
  onSaved: (form: SignUpForm) => void
}

/** Edits one form, after its purposes and fields are loaded. */
export function SignUpFormDialog(props: SignUpFormDialogProps) {
  const purposes = useQuery(purposesQuery)
  const fields = useQuery(contactFieldsQuery)
  return (
    <>
      {/* Of its own: the form takes the place of the dialog that waits, which had the focus by then. */}
      <ReturnFocus />
      {purposes.data && fields.data ? (
        <Editor {...props} purposes={purposes.data} fields={fields.data} />
      ) : (
        <FormDialog
          opened
          onClose={props.onClose}
          title={titleOf(props.form)}
          onSubmit={(event) => event.preventDefault()}
          submitLabel={t('Save')}
          disabledReason={t('Loading...')}
        >
          <Skeleton height={360} radius={8} />
        </FormDialog>
      )}
    </>
  )
}

const titleOf = (form: SignUpForm | null): string => (form ? t('Edit sign-up form') : t('New sign-up form'))

interface EditorProps extends SignUpFormDialogProps {
  purposes: readonly ConsentPurpose[]
  fields: readonly ContactField[]
}

function Editor({ form: edited, onClose, onSaved, purposes, fields }: EditorProps) {
  const { name: organization } = useOrganization()
  const create = useMutation(createFormMutation)
  const update = useMutation(updateFormMutation)
  // An archived purpose stays visible if the form uses it, because it must be removed.
  const open = purposes.filter(({ key, archivedAt }) => archivedAt === null || edited?.purposes.includes(key))
  const first = open.slice(0, 1).map(({ key }) => key)
  const asker = { organization, purposes: open }
  const toBody = (values: FormValues) => bodyOfForm(values, { fields, form: edited })
  const form = useContractForm<FormValues>({
    initialValues: valuesOfForm(edited, {
      purposes: first,
      consentText: usualConsent({ language: '', purposes: first }, asker),
    }),
    schema: edited ? UpdateSignUpFormBody : CreateSignUpFormBody,
    toBody,
  })
  const after = {
    onSuccess: onSaved,
    onError: (error: Error) => {
      if (!showFieldErrors(form, error)) form.setErrors({ name: error.message })
    },
  }
  const submit = form.onSubmit((values) => {
    const body = toBody(values)
    if (edited) update.mutate({ params: { id: edited.id }, body }, after)
    else create.mutate({ body }, after)
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={titleOf(edited)}
      onSubmit={submit}
      submitLabel={edited ? t('Save') : t('Create form')}
      busyLabel={t('Saving...')}
      busy={create.isPending || update.isPending}
      place="side"
      width={600}
    >
      <TextInput
        label={t('Name')}
        description={edited ? t('The address of the form stays as it is.') : t('For you, and for the address of the form.')}
        withAsterisk
        maxLength={80}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Texts form={form} asker={asker} />
      <Request form={form} fields={fields} />
      <TextMessages form={form} organization={organization} />
      <Afterwards form={form} asker={asker} />
    </FormDialog>
  )
}

type Form = UseFormReturnType<FormValues>

function Texts({ form, asker }: { form: Form; asker: Asker }) {
  return (
    <>
      <TextInput label={t('Heading')} placeholder={t('Sign up')} maxLength={120} {...form.getInputProps('heading')} />
      <Textarea label={t('Text')} autosize minRows={2} maxRows={8} maxLength={2000} {...form.getInputProps('text')} />
      <Checkbox.Group
        label={t('What contacts consent to')}
        description={t('With several purposes, people choose.')}
        withAsterisk
        {...form.getInputProps('purposes')}
        onChange={(purposes) => form.setValues(followedByText(form.values, { purposes }, asker))}
      >
        <div className={forms.purposes}>
          {asker.purposes.map(({ key, name }) => (
            <Checkbox key={key} value={key} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        label={t('Consent text')}
        description={t('Shown above the button and stored verbatim with every sign-up.')}
        withAsterisk
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('consentText')}
      />
      <Switch
        label={t('Double opt-in')}
        description={t("We email each person a confirmation link. Without it, anyone can sign up someone else's address.")}
        checked={form.values.doubleOptIn}
        onChange={(event) => form.setFieldValue('doubleOptIn', event.currentTarget.checked)}
      />
    </>
  )
}

const phoneLabels: Readonly<Record<Asking, string>> = { no: t('Not asked'), optional: t('Optional'), required: t('Required') }
const fieldLabels: Readonly<Record<string, string>> = { firstName: t('First name'), lastName: t('Last name'), phone: t('Phone') }

function Request({ form, fields }: { form: Form; fields: readonly ContactField[] }) {
  const labels = new Map(fields.map(({ key, label }) => [`custom:${key}`, label]))
  const options = (['no', 'optional', 'required'] as const).map((value) => ({ value, label: phoneLabels[value] }))
  return (
    <fieldset className={classes.group}>
      <legend>{t('Form fields')}</legend>
      <div className={forms.asked}>
        <div className={forms.ask}>
          <span>{t('Email')}</span>
          <span className={forms.always}>{t('Always')}</span>
        </div>
        {askable(fields).map((field) => {
          const label = fieldLabels[field] ?? labels.get(field) ?? field
          return (
            <div key={field} className={forms.ask}>
              <span aria-hidden>{label}</span>
              <NativeSelect
                size="xs"
                aria-label={label}
                data={options}
                value={form.values.asking[field] ?? 'no'}
                // The options are all that can be chosen.
                onChange={(event) => form.setFieldValue('asking', { ...form.values.asking, [field]: event.currentTarget.value as Asking })}
              />
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

function TextMessages({ form, organization }: { form: Form; organization: string }) {
  const { smsConsent, asking: requesting } = form.values
  return (
    <>
      <Switch
        label={t('Also ask for SMS consent')}
        description={t(
          'A separate checkbox below the phone number. Contacts who tick it confirm by email first, then by replying YES to an SMS.',
        )}
        {...form.getInputProps('smsConsent', { type: 'checkbox' })}
        onChange={({ currentTarget: { checked } }) => form.setValues({ smsConsent: checked, asking: withSms(requesting, checked) })}
      />
      {smsConsent && (
        <Textarea
          label={t('Checkbox text')}
          description={t("If empty: the default page in the visitor's language.")}
          placeholder={t(
            'Also send me text messages from {organization} to this number. I can reply STOP at any time. Rates of my provider may apply.',
            { organization },
          )}
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('smsConsentText')}
        />
      )}
    </>
  )
}

function Afterwards({ form, asker }: { form: Form; asker: Asker }) {
  return (
    <>
      <TagsInput
        label={t('Tags')}
        description={t('Added to contacts after they confirm.')}
        maxTags={signUpFormLimits.tags}
        {...form.getInputProps('tags')}
      />
      <Textarea
        label={t('Thank-you text')}
        placeholder={t('Check your inbox: if the address is right, we sent you a confirmation link.')}
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('thanks')}
      />
      <TextInput
        label={t('Then go to')}
        description={t('A page on your site. If empty, people stay on the thank-you page.')}
        placeholder="https://"
        maxLength={500}
        {...form.getInputProps('redirectUrl')}
      />
      <NativeSelect
        label={t('Language')}
        data={[{ value: '', label: t('Language of the visitor') }, ...languages.map((value) => ({ value, label: languageNames[value] }))]}
        {...form.getInputProps('language')}
        onChange={({ currentTarget: { value } }) => {
          const language = languages.find((each) => each === value) ?? ''
          form.setValues(followedByText(form.values, { language }, asker))
        }}
      />
    </>
  )
}

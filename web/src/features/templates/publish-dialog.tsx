import '@mantine/core/styles/Radio.layer.css'
import { Radio, TagsInput, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { templates } from '@imperium/contract/templates.ts'
import type { Template } from '@imperium/contract/templates.ts'
import { call } from '../../lib/api.ts'
import { reportError } from '../../lib/query-client.ts'
import { useGate } from '../../lib/use-gate.ts'
import { t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../ui/form/use-contract-form.ts'
import { refreshTemplates } from './api.ts'
import styles from '../../ui/styles.module.css'

interface Values extends Record<string, unknown> {
  name: string
  description: string
  tags: string[]
  visibility: Template['visibility']
}

interface PublishTemplateDialogProps {
  category: Template['category']
  /** The agent, campaign or workflow. */
  source: { id: string; name: string; description: string }
  onClose: () => void
}

/** Publishes a copy of an own agent, campaign or workflow: immediately for the organization, after review for the community. */
export function PublishTemplateDialog({ category, source, onClose }: PublishTemplateDialogProps) {
  const client = useQueryClient()
  const form = useContractForm<Values>({
    schema: templates.publish.body.omit({ category: true, sourceId: true }),
    initialValues: { name: source.name.slice(0, 100), description: source.description, tags: [], visibility: 'organization' },
  })
  const publish = useMutation({
    mutationFn: (values: Values) => call(templates.publish, { body: { ...values, category, sourceId: source.id } }),
    meta: { silent: true, success: t('Template published') },
    onSuccess: () => {
      refreshTemplates(client)
      onClose()
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The template could not be published'))
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Publish as a template')}
      onSubmit={form.onSubmit((values) => publish.mutate(values))}
      submitLabel={t('Publish')}
      busyLabel={t('Publishing...')}
      busy={publish.isPending}
      disabledReason={useGate('templates:write')}
      width={560}
    >
      <p className={styles.text}>
        {t('A copy of the current state, without secrets, members and senders. Later changes do not affect the template.')}
      </p>
      <TextInput label={t('Name')} withAsterisk maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t('Description')}
        withAsterisk
        autosize
        minRows={3}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      <TagsInput
        label={t('Tags')}
        description={t('Ten at most. The first ones are shown on the card.')}
        maxTags={10}
        splitChars={[',']}
        {...form.getInputProps('tags')}
        error={form.errors['tags'] ?? Object.entries(form.errors).find(([path]) => path.startsWith('tags.'))?.[1]}
      />
      <Radio.Group label={t('Who sees it')} {...form.getInputProps('visibility')}>
        <Radio value="organization" label={t('This organization')} mt={8} />
        <Radio
          value="community"
          label={t('The community')}
          description={t('Every organization of this installation, after review by the operator.')}
          mt={8}
        />
      </Radio.Group>
    </FormDialog>
  )
}

import '@mantine/core/styles/Radio.layer.css'
import { NumberInput, Radio, Select, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { KnowledgeIndexBody, knowledgeIndex } from '@imperium/contract/knowledge/knowledge-index.ts'
import type { KnowledgeIndex } from '@imperium/contract/knowledge/knowledge-index.ts'
import { call } from '../../../lib/api.ts'
import { reportError } from '../../../lib/query-client.ts'
import { t } from '../../../lib/words.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { embeddingLabels, invalidates } from './search-api.ts'
import classes from '../knowledge.module.css'

interface IndexDialogProps {
  index: KnowledgeIndex
  onClose: () => void
}

/** Chooses how meanings are compared, and whether a model orders what was found. */
export function IndexDialog({ index, onClose }: IndexDialogProps) {
  const { embedding, configId, isReranked, leastStrength, passages, models } = index
  const form = useContractForm<Required<KnowledgeIndexBody>>({
    initialValues: { embedding, configId, isReranked, leastStrength, passages },
    schema: KnowledgeIndexBody,
  })
  const save = useMutation({
    mutationFn: (body: Required<KnowledgeIndexBody>) => call(knowledgeIndex.update, { body }),
    meta: { silent: true, success: t('Search settings saved'), invalidates },
    onSuccess: onClose,
    onError: (error) => {
      if (!showFieldErrors(form, error)) reportError(error, t('The settings of the search could not be saved'))
    },
  })
  const chosen = form.getValues().embedding
  const choose = (value: string) => {
    const next = value === 'offline' || value === 'model' ? value : 'none'
    form.setValues({ embedding: next, configId: next === 'model' ? (configId ?? models[0]?.id ?? null) : null })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      width={520}
      title={t('How passages are found')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      busy={save.isPending}
    >
      <Radio.Group label={t('Meaning')} value={chosen} onChange={choose}>
        <Radio
          value="offline"
          mt={8}
          label={embeddingLabels.offline}
          description={t(
            'Runs on this server, sends nothing and costs nothing. It knows English, and is weaker than a model of a provider.',
          )}
        />
        <Radio
          value="model"
          mt={8}
          label={embeddingLabels.model}
          description={t('Every passage and every question is sent to its provider. Costs count to your monthly budget.')}
          disabled={models.length === 0}
        />
        <Radio value="none" mt={8} label={embeddingLabels.none} description={t('Finds words, not meanings.')} />
      </Radio.Group>
      {models.length === 0 && (
        <>
          <p className={classes.excerpt}>{t('To use an AI model, add one for embeddings first, such as text-embedding-3-small.')}</p>
          <OrgLink path="settings/ai-models" className="link">
            {t('AI Models')}
          </OrgLink>
        </>
      )}
      {chosen === 'model' && (
        <Select
          label={t('Model for embeddings')}
          withAsterisk
          data={models.map(({ id, name, modelId }) => ({ value: id, label: name === modelId ? name : `${name} (${modelId})` }))}
          {...form.getInputProps('configId')}
        />
      )}
      <NumberInput
        label={t('Least strength')}
        description={t('Weaker passages are not given to agents. Collections may differ.')}
        suffix=" %"
        min={0}
        max={100}
        allowDecimal={false}
        {...form.getInputProps('leastStrength')}
      />
      <NumberInput
        label={t('Passages for an agent')}
        description={t('How many it gets of one search, at most.')}
        min={1}
        max={20}
        allowDecimal={false}
        {...form.getInputProps('passages')}
      />
      <Switch
        label={t('Re-rank the results by the default AI model')}
        description={t('Better order, but each search waits for a call of the model and costs it.')}
        {...form.getInputProps('isReranked', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

import { Select } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CatalogueModel } from '@imperium/contract/ai-models.ts'
import { formatCompact, formatMicros } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { isServed } from './pick-model.ts'
import styles from '../../ui/styles.module.css'
import classes from './model-select.module.css'

interface ModelSelectProps {
  catalogue: readonly CatalogueModel[]
  /** Model id; '' for none. */
  value: string
  onChange: (modelId: string) => void
  label?: string
  error?: ReactNode
  disabled?: boolean
  loading?: boolean
}

/** Chooses a model, grouped by provider. Models without a configuration are marked and disabled. */
export function ModelSelect({
  catalogue,
  value,
  onChange,
  label = t('Model'),
  error,
  disabled = false,
  loading = false,
}: ModelSelectProps) {
  const models = uniqueModels(catalogue)
  const chosen = models.get(value)
  if (!loading && ![...models.values()].some(isServed)) return <NoModels label={label} />
  return (
    <div>
      <Select
        label={label}
        data={groupsOf(models, value)}
        value={value === '' ? null : value}
        onChange={(next) => next !== null && onChange(next)}
        placeholder={loading ? t('Loading models') : t('Choose a model')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('No model matches')}
        maxDropdownHeight={320}
        classNames={{ option: classes.item ?? '' }}
        disabled={disabled || loading}
        error={error}
        rightSection={<IconSelector size={15} stroke={1.7} aria-hidden />}
        rightSectionPointerEvents="none"
        renderOption={({ option, checked }) => (
          <ModelOption model={models.get(option.value)} id={option.value} checked={checked === true} />
        )}
      />
      {!loading && value !== '' && <ModelNote model={chosen} id={value} />}
    </div>
  )
}

/** One entry a model id, the served one first: two providers may offer the same model. */
function uniqueModels(catalogue: readonly CatalogueModel[]): ReadonlyMap<string, CatalogueModel> {
  const models = new Map<string, CatalogueModel>()
  for (const model of catalogue) {
    const known = models.get(model.modelId)
    if (!known || (!isServed(known) && isServed(model))) models.set(model.modelId, model)
  }
  return models
}

function groupsOf(models: ReadonlyMap<string, CatalogueModel>, value: string) {
  const groups = new Map<string, { value: string; label: string; disabled: boolean }[]>()
  for (const model of models.values()) {
    const items = groups.get(model.provider) ?? []
    items.push({ value: model.modelId, label: model.displayName, disabled: !isServed(model) && model.modelId !== value })
    groups.set(model.provider, items)
  }
  if (value !== '' && !models.has(value)) groups.set(t('Not in the catalog'), [{ value, label: value, disabled: false }])
  return [...groups].map(([group, items]) => ({ group, items }))
}

function stateOf(model: CatalogueModel | undefined): 'missing' | 'inactive' | null {
  if (!model || model.configId === null) return 'missing'
  return model.isActive ? null : 'inactive'
}

/** `$30.00 in · $60.00 out per 1M tokens`; free for the sandbox, null when the price is unknown. */
function priceOf(model: CatalogueModel): string | null {
  if (model.isSandbox) return t('Free')
  if (model.inputMicrosPerMillion === null || model.outputMicrosPerMillion === null) return null
  return t('{input} in · {output} out per 1M tokens', {
    input: formatMicros(model.inputMicrosPerMillion),
    output: formatMicros(model.outputMicrosPerMillion),
  })
}

function factsOf(model: CatalogueModel): string {
  const context = model.contextTokens === null ? null : t('{tokens} context', { tokens: formatCompact(model.contextTokens) })
  return [priceOf(model) ?? t('Price unknown'), context].filter((fact) => fact !== null).join(' · ')
}

function ModelOption({ model, id, checked }: { model: CatalogueModel | undefined; id: string; checked: boolean }) {
  const state = stateOf(model)
  return (
    <span className={classes.option}>
      <span className={styles.grow}>
        <span className={classes.name}>
          {model?.displayName ?? id}
          {model?.isSandbox && <span className={classes.mark}>{t('Sandbox')}</span>}
          {model?.isDefault && <span className={classes.mark}>{t('Default')}</span>}
        </span>
        {model && <span className={classes.facts}>{factsOf(model)}</span>}
      </span>
      {state && <span className={styles.aside}>{state === 'inactive' ? t('Inactive') : t('Not configured')}</span>}
      {checked && <IconCheck size={15} stroke={1.8} aria-hidden />}
    </span>
  )
}

/** Note below the field: the price of the chosen model, or that it is not usable yet. */
function ModelNote({ model, id }: { model: CatalogueModel | undefined; id: string }) {
  const state = stateOf(model)
  if (!model || state)
    return (
      <p className={classes.note} data-tone="warn">
        {state === 'inactive'
          ? t('{model} is inactive: runs fail until it is.', { model: id })
          : t('{model} is not configured: runs fail until it is.', { model: id })}{' '}
        <OrgLink path="settings/ai-models" className="link">
          {t('Configure AI models')}
        </OrgLink>
      </p>
    )
  return (
    <p className={classes.note}>
      {model.isSandbox
        ? t('Sandbox: a built-in model that works offline and costs nothing. Its answers follow fixed rules; no AI provider is called.')
        : factsOf(model)}
    </p>
  )
}

function NoModels({ label }: { label: string }) {
  return (
    <div role="group" aria-label={label} className={classes.none}>
      <p className={classes.noneTitle}>{t('No AI models configured')}</p>
      <p className={classes.noneText}>
        {t('Configure AI models to use this feature.')}{' '}
        <OrgLink path="settings/ai-models" className="link">
          {t('AI Models')}
        </OrgLink>
      </p>
    </div>
  )
}

import { Badge, Button, Chip, Modal, Skeleton } from '@mantine/core'
import { IconTemplateOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useOpensAfterMount } from '../../ui/dialog/use-opens-after-mount.ts'
import { providersQuery, templatesQuery } from './api.ts'
import type { Template } from './api.ts'
import { ProviderIcon } from './provider-icon.tsx'
import styles from '../../ui/styles.module.css'
import classes from './templates.module.css'

interface TemplatesDialogProps {
  opened: boolean
  onClose: () => void
  onUse: (template: Template) => void
}

/** The model templates: category chips, a list, and the settings of the chosen one. */
export function TemplatesDialog({ opened, onClose, onUse }: TemplatesDialogProps) {
  const shown = useOpensAfterMount(opened)
  const templates = useQuery({ ...templatesQuery, enabled: opened })
  return (
    <Modal opened={shown} onClose={onClose} title={t('Model Templates')} size={920} closeButtonProps={{ 'aria-label': t('Close') }}>
      {templates.isPending && <Skeleton height={420} radius={12} />}
      {templates.isError && (
        <ErrorState plain error={templates.error} title={t('Templates could not be loaded')} onRetry={() => void templates.refetch()} />
      )}
      {templates.data && <TemplateBrowser {...templates.data} onUse={onUse} />}
    </Modal>
  )
}

const everything = ''

interface TemplateBrowserProps {
  templates: readonly Template[]
  categories: readonly string[]
  onUse: (template: Template) => void
}

function TemplateBrowser({ templates, categories, onUse }: TemplateBrowserProps) {
  const [category, setCategory] = useState(everything)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const listed = category === everything ? templates : templates.filter((template) => template.category === category)
  const chosen = listed.find(({ id }) => id === chosenId) ?? listed[0]
  return (
    <>
      <Chip.Group value={category} onChange={(next) => setCategory(next)}>
        <div className={classes.chips} role="group" aria-label={t('Category')}>
          {[everything, ...categories].map((name) => (
            <Chip key={name} value={name} size="xs" variant="light">
              {name === everything ? t('All') : translateMessage(name)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {!chosen && <EmptyState plain icon={IconTemplateOff} title={t('No templates found')} text={t('No templates in this category.')} />}
      {chosen && (
        <div className={classes.browser}>
          <ul className={classes.list} aria-label={t('Templates')}>
            {listed.map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  className={classes.item}
                  aria-pressed={template.id === chosen.id}
                  onClick={() => setChosenId(template.id)}
                >
                  <ProviderIcon icon={template.icon} name={template.name} color={template.color} />
                  <span className={classes.itemWords}>
                    <span className={classes.itemName}>{translateMessage(template.name)}</span>
                    <span className={classes.itemText}>{translateMessage(template.useCase)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <TemplateDetail template={chosen} onUse={() => onUse(chosen)} />
        </div>
      )}
    </>
  )
}

const capabilityLabels = { streaming: t('Streaming'), vision: t('Vision'), functionCalling: t('Functions') } as const
const capabilityNames = ['streaming', 'vision', 'functionCalling'] as const

function TemplateDetail({ template, onUse }: { template: Template; onUse: () => void }) {
  const { defaultConfig: config } = template
  const providers = useQuery(providersQuery)
  const providerName = (code: string) => providers.data?.find((provider) => provider.code === code)?.displayName ?? code
  return (
    <section className={classes.detail} aria-label={translateMessage(template.name)}>
      <div className={classes.detailBody}>
        <h3 className={classes.detailTitle}>{translateMessage(template.name)}</h3>
        <p className={classes.detailText}>{translateMessage(template.description)}</p>
        <div className={styles.badges}>
          <Badge>{translateMessage(template.category)}</Badge>
          {capabilityNames
            .filter((name) => template.capabilities[name])
            .map((name) => (
              <Badge key={name} color="gray">
                {capabilityLabels[name]}
              </Badge>
            ))}
        </div>
        <dl className={classes.facts}>
          <Fact label={t('Suggested model')} value={template.modelId} />
          <Fact label={t('Recommended providers')} value={template.recommendedProviders.map(providerName).join(', ') || '–'} />
          <Fact label={t('Max tokens')} value={formatNumber(config.maxTokens)} />
          <Fact label={t('Temperature')} value={String(config.temperature)} />
          <Fact label={t('Top P')} value={String(config.topP)} />
          <Fact label={t('Frequency penalty')} value={String(config.frequencyPenalty)} />
        </dl>
        {template.examplePrompt && (
          <>
            <h4 className={classes.exampleTitle}>{t('Example prompt')}</h4>
            <p className={classes.example}>{template.examplePrompt}</p>
          </>
        )}
      </div>
      <Button onClick={onUse}>{t('Use This Template')}</Button>
    </section>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MessageTemplate } from '@imperium/contract/messages.ts'
import { t } from '../../lib/words.ts'
import { templatesQuery } from './api.ts'
import classes from './messages.module.css'

export interface TemplateChoice {
  template: MessageTemplate
  variables: readonly string[]
}

const place = /\{\{\s*(\d{1,3})\s*\}\}/g

/** The template's text with its variables filled in. */
export const filledIn = ({ template, variables }: TemplateChoice): string =>
  template.body.replaceAll(place, (whole, no: string) => variables[Number(no) - 1]?.trim() || whole)

export const isComplete = ({ template, variables }: TemplateChoice): boolean =>
  Array.from({ length: template.variables }, (_, at) => variables[at]?.trim() ?? '').every((each) => each !== '')

/** The API's form of the choice. */
export const toChoice = ({ template, variables }: TemplateChoice) => ({
  id: template.id,
  variables: variables.slice(0, template.variables).map((each) => each.trim()),
})

interface TemplateFieldProps {
  value: TemplateChoice | null
  onChange: (value: TemplateChoice | null) => void
  /** Only templates of this account; null: of any. */
  accountId: string | null
  description?: string
}

/** Chooses an approved WhatsApp template and fills in its places; shows what will be sent. */
export function TemplateField({ value, onChange, accountId, description }: TemplateFieldProps) {
  const { data } = useQuery(templatesQuery)
  const templates = (data ?? []).filter((each) => accountId === null || each.accountId === accountId)
  const isSeveral = new Set(templates.map((each) => each.accountId)).size > 1
  const choose = (id: string | null) => {
    const template = templates.find((each) => each.id === id)
    onChange(template ? { template, variables: Array.from({ length: template.variables }, () => '') } : null)
  }
  return (
    <div className={classes.template}>
      <Select
        label={t('WhatsApp template')}
        description={data && templates.length === 0 ? t('No template is approved yet. Add one under Channels.') : description}
        placeholder={t('Choose a template')}
        clearable
        searchable
        nothingFoundMessage={t('No template found')}
        disabled={templates.length === 0}
        value={value?.template.id ?? null}
        data={templates.map(({ id, name, language, accountName }) => ({
          value: id,
          label: isSeveral ? `${name} (${language}) · ${accountName}` : `${name} (${language})`,
        }))}
        onChange={choose}
      />
      {value?.variables.map((texts, at) => (
        <TextInput
          key={at}
          label={t('Place {number}', { number: at + 1 })}
          withAsterisk
          maxLength={1000}
          value={texts}
          onChange={(event) => {
            const next = event.currentTarget.value
            onChange({ ...value, variables: value.variables.map((each, no) => (no === at ? next : each)) })
          }}
        />
      ))}
      {value && (
        <p className={classes.filledIn} aria-label={t('What will be sent')}>
          {filledIn(value)}
        </p>
      )}
    </div>
  )
}

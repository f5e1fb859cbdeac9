import { Switch, Textarea } from '@mantine/core'
import { OutputSchema } from '@imperium/contract/agents/output-schema.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import styles from '../../../ui/styles.module.css'
import classes from './form.module.css'

const example = JSON.stringify(
  {
    type: 'object',
    properties: { score: { type: 'integer', minimum: 0, maximum: 100 }, reason: { type: 'string' } },
    required: ['score', 'reason'],
    additionalProperties: false,
  },
  null,
  2,
)

function problemOf(text: string): string | null {
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch {
    return t('This is not JSON')
  }
  const problem = OutputSchema.safeParse(schema).error?.issues[0]?.message
  return problem === undefined ? null : translateMessage({ message: problem })
}

interface SchemaFieldProps {
  /** JSON text; '' for plain answers. */
  value: string
  onChange: (value: string) => void
  disabled: boolean
}

/** The JSON schema that every answer of the agent must match. */
export function SchemaField({ value, onChange, disabled }: SchemaFieldProps) {
  return (
    <div className={styles.stack}>
      <Switch
        label={t('Answer as JSON')}
        description={t('Every answer matches a JSON schema. A wrong one is repaired once, then the run fails.')}
        checked={value !== ''}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked ? example : '')}
      />
      {value !== '' && (
        <Textarea
          label={t('JSON schema of the answer')}
          autosize
          minRows={6}
          maxRows={18}
          maxLength={20_000}
          spellCheck={false}
          classNames={{ input: classes.prompt ?? '' }}
          value={value}
          error={problemOf(value)}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value || '{}')}
        />
      )}
    </div>
  )
}

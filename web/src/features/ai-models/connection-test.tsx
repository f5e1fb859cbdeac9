import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { messages } from '@imperium/contract/ai-models.ts'
import type { AiModelConfig } from '@imperium/contract/ai-models.ts'
import { describeError } from '../../lib/api-error.ts'
import { formatDuration } from '../../lib/format.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { testMutation } from './api.ts'
import { toPrices } from './model-form.ts'
import type { ModelValues } from './model-form.ts'
import classes from './ai-models.module.css'

interface ConnectionTestProps {
  values: ModelValues
  /** The configuration being edited: its stored key serves while the field is blank. */
  config: AiModelConfig | null
  isSandbox: boolean
}

/** Calls the model once with the form's values and shows whether and how fast it responds. */
export function ConnectionTest({ values, config, isSandbox }: ConnectionTestProps) {
  const test = useMutation(testMutation)
  const providerId = values.providerId
  const modelId = values.modelId.trim()
  const apiKey = values.apiKey.trim()
  const usesStoredKey = apiKey === '' && config !== null && config.apiKeyPreview !== null && config.providerId === providerId
  const missing = providerId === '' || modelId === '' || (apiKey === '' && !usesStoredKey && !isSandbox)
  // A result is valid only for the tested values; hide it after a change.
  const tested = test.variables?.body
  const isCurrent = tested?.providerId === providerId && tested.modelId === modelId && (tested.apiKey ?? '') === apiKey

  function run(): void {
    if (missing) return
    test.mutate({
      body: { providerId, modelId, ...toPrices(values), ...(apiKey ? { apiKey } : {}), ...(usesStoredKey ? { configId: config.id } : {}) },
    })
  }
  return (
    <div className={classes.test}>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} stroke={1.7} aria-hidden />}
        disabled={missing || test.isPending}
        aria-describedby="connection-result"
        onClick={run}
      >
        {test.isPending ? t('Testing...') : t('Test Connection')}
      </Button>
      <div id="connection-result" role="status" className={classes.testResult}>
        {missing && !test.isPending && <span>{translateMessage(messages.testFieldsMissing)}</span>}
        {!missing && isCurrent && test.isError && (
          <Outcome success={false} text={describeError(test.error, t('Connection test failed'))[0] ?? t('Connection test failed')} />
        )}
        {!missing && isCurrent && test.data && (
          <Outcome
            success={test.data.success}
            text={translateMessage(test.data.message) || (test.data.success ? t('Connection successful') : t('Connection test failed'))}
            {...(test.data.success ? { latencyMs: test.data.latency } : {})}
          />
        )}
      </div>
    </div>
  )
}

function Outcome({ success, text, latencyMs }: { success: boolean; text: string; latencyMs?: number }) {
  const Symbol = success ? IconCircleCheck : IconCircleX
  return (
    <span className={classes.outcome} data-success={success}>
      <Symbol size={16} stroke={1.7} aria-hidden />
      <span>
        {text}
        {latencyMs !== undefined && <span className={classes.latency}> {formatDuration(latencyMs)}</span>}
      </span>
    </span>
  )
}

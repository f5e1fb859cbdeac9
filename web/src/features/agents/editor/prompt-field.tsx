import { Button, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconMaximize } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { t } from '../../../lib/words.ts'
import type { AgentValues } from './agent-form.ts'
import { promptProblem } from './prompt-problem.ts'
import type { SavedAgent } from './saved-agent.ts'
import classes from './form.module.css'

const PromptEditor = lazy(async () => ({ default: (await import('./prompt-editor.tsx')).PromptEditor }))

interface PromptFieldProps {
  form: UseFormReturnType<AgentValues>
  disabled: boolean
  saved?: SavedAgent | undefined
}

/** The system prompt; a dialog shows it large, with variables, versions and a try. */
export function PromptField({ form, disabled, saved }: PromptFieldProps) {
  const [opened, setOpened] = useState(false)
  const { systemPrompt } = form.values.config
  const problem = promptProblem(systemPrompt)
  return (
    <div>
      <Textarea
        label={t('System prompt')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={20_000}
        classNames={{ input: classes.prompt ?? '' }}
        disabled={disabled}
        {...form.getInputProps('config.systemPrompt')}
      />
      {problem && (
        <p className={classes.hint} role="status">
          {problem}
        </p>
      )}
      <Button
        className={classes.open ?? ''}
        variant="subtle"
        size="xs"
        leftSection={<IconMaximize size={14} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('Open the prompt editor')}
      </Button>
      <Suspense fallback={null}>
        {opened && (
          <PromptEditor
            values={form.values}
            onChange={(next) => form.setFieldValue('config.systemPrompt', next)}
            onClose={() => setOpened(false)}
            disabled={disabled}
            saved={saved}
          />
        )}
      </Suspense>
    </div>
  )
}

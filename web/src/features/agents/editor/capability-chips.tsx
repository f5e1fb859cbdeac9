import { Chip } from '@mantine/core'
import { useId } from 'react'
import { capabilities } from '@imperium/contract/agents.ts'
import type { Capability } from '@imperium/contract/agents.ts'
import { t } from '../../../lib/words.ts'
import { capabilityWords, hasTool } from '../agent-words.ts'
import classes from './form.module.css'

interface CapabilityChipsProps {
  value: readonly Capability[]
  onChange: (value: Capability[]) => void
  disabled?: boolean
}

/** The tools granted to the agent. Capabilities without a tool yet stay on the agent and are marked. */
export function CapabilityChips({ value, onChange, disabled = false }: CapabilityChipsProps) {
  const id = useId()
  const withoutTool = capabilities.filter((capability) => !hasTool(capability))
  return (
    <div role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {t('Capabilities')}
      </span>
      <Chip.Group multiple value={[...value]} onChange={(next) => onChange(capabilities.filter((each) => next.includes(each)))}>
        <div className={classes.chips}>
          {capabilities.map((capability) => (
            <Chip
              key={capability}
              value={capability}
              size="xs"
              radius="md"
              variant="light"
              disabled={disabled}
              data-later={!hasTool(capability) || undefined}
              title={hasTool(capability) ? undefined : t('Not available to models yet')}
            >
              {capabilityWords[capability]}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <p className={classes.hint}>
        {t('Not available to models yet: {capabilities}. They are kept on the agent.', {
          capabilities: withoutTool.map((each) => capabilityWords[each]).join(', '),
        })}
      </p>
    </div>
  )
}

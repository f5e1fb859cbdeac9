import type { FormErrors } from '@mantine/form'
import { CreateAgentBody } from '@imperium/contract/agents.ts'
import { notify } from '../../../lib/notify.ts'
import { t } from '../../../lib/words.ts'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { agentBody } from './agent-form.ts'
import type { AgentValues } from './agent-form.ts'

/** The form of an agent, checked by the contract's own schema. */
export const useAgentForm = (initialValues: AgentValues) =>
  useContractForm<AgentValues>({ schema: CreateAgentBody, initialValues, toBody: agentBody })

/** The message of a rejected submit, in addition to the field errors. */
export function explainErrors(errors: FormErrors): void {
  notify.error('name' in errors || 'type' in errors ? t('Please fill in required fields') : t('Please check the marked fields'))
}

import type { RunError } from '@imperium/contract/runs.ts'
import { t } from '../../../lib/words.ts'

export interface FailureHelp {
  title: string
  advice: string
  /** Where to fix it: a path inside the organization, or a tab of the agent. */
  link?: { label: string; path: string } | { label: string; tab: 'settings' }
}

const models = { label: t('Open AI Models'), path: 'settings/ai-models' } as const
const providers = { label: t('Open AI Providers'), path: 'settings/providers' } as const

/** An explanation and a remedy for each reason a run can fail. */
const failures: Record<RunError['code'], FailureHelp> = {
  model_not_configured: {
    title: t('The model is not configured'),
    advice: t('Add a configuration for this model, or choose a configured one in the settings of the agent.'),
    link: models,
  },
  model_auth: {
    title: t('The provider refused the API key'),
    advice: t('Enter a valid key for this model and test the connection.'),
    link: models,
  },
  model_rate_limited: {
    title: t('The rate limit of the provider was reached'),
    advice: t('The call was repeated and still refused. Wait a little and run the agent again, or raise the limit at the provider.'),
  },
  model_unavailable: {
    title: t('The model could not be reached'),
    advice: t('The provider did not respond, even after retries. Run the agent again later, or choose another model.'),
    link: { label: t('Open Settings'), tab: 'settings' },
  },
  model_refused: {
    title: t('The model refused the request'),
    advice: t('Change the input, the system prompt or the model settings, and run the agent again.'),
    link: { label: t('Open Settings'), tab: 'settings' },
  },
  output_invalid: {
    title: t('The answer does not match the output schema'),
    advice: t('The model answered twice in another form. Simplify the schema of the agent, or choose another model.'),
    link: { label: t('Open Settings'), tab: 'settings' },
  },
  model_blocked_address: {
    title: t('The address of the provider is not allowed'),
    advice: t('The operator of this installation decides which private addresses may be reached. Check the base URL of the provider.'),
    link: providers,
  },
  budget_exceeded: {
    title: t('The budget is used up'),
    advice: t(
      'The next call would have cost more than is left this month. Raise the monthly budget of the agent, or wait for the next month.',
    ),
    link: { label: t('Open Settings'), tab: 'settings' },
  },
  usage_limit: {
    title: t('A usage limit is reached'),
    advice: t('The model configuration or the plan allows no more calls this month.'),
    link: models,
  },
  timeout: {
    title: t('The run took too long'),
    advice: t('It was stopped at the time limit. Request less, or use a faster model.'),
  },
  too_many_steps: {
    title: t('The run took too many steps'),
    advice: t('The model kept calling tools without a result. Make the system prompt more precise, or grant fewer tools.'),
    link: { label: t('Open Settings'), tab: 'settings' },
  },
  agent_deleted: { title: t('The agent was deleted'), advice: t('Its unfinished runs were stopped.') },
  internal: {
    title: t('Something went wrong on our side'),
    advice: t('Run the agent again. If it happens again, give the id of this run to the operator.'),
  },
}

export const helpFor = (error: RunError): FailureHelp => failures[error.code]

import type { RunError } from '@imperium/contract/runs.ts'

export interface FailureHelp {
  title: string
  advice: string
  /** Where it is put right: a path inside the organization, or a tab of the agent. */
  link?: { label: string; path: string } | { label: string; tab: 'settings' }
}

const models = { label: 'Open AI Models', path: 'settings/ai-models' } as const
const providers = { label: 'Open AI Providers', path: 'settings/providers' } as const

/** Each reason a run can fail for, in plain words, and what helps. */
const failures: Record<RunError['code'], FailureHelp> = {
  model_not_configured: {
    title: 'The model is not configured',
    advice: 'Add a configuration for this model, or choose a configured one in the settings of the agent.',
    link: models,
  },
  model_auth: {
    title: 'The provider refused the API key',
    advice: 'Enter a valid key for this model and test the connection.',
    link: models,
  },
  model_rate_limited: {
    title: 'The provider limits how fast it is called',
    advice: 'The call was repeated and still refused. Wait a little and run the agent again, or raise the limit at the provider.',
  },
  model_unavailable: {
    title: 'The model could not be reached',
    advice: 'The provider did not answer, even after retries. Run the agent again later, or choose another model.',
    link: { label: 'Open Settings', tab: 'settings' },
  },
  model_refused: {
    title: 'The model refused the request',
    advice: 'Change the input, the system prompt or the model settings, and run the agent again.',
    link: { label: 'Open Settings', tab: 'settings' },
  },
  model_blocked_address: {
    title: 'The address of the provider is not allowed',
    advice: 'The operator of this installation decides which private addresses may be reached. Check the base URL of the provider.',
    link: providers,
  },
  budget_exceeded: {
    title: 'The budget is used up',
    advice:
      'The next call would have cost more than is left this month. Raise the monthly budget of the agent, or wait for the next month.',
    link: { label: 'Open Settings', tab: 'settings' },
  },
  usage_limit: {
    title: 'A usage limit is reached',
    advice: 'The model configuration or the plan allows no more calls this month.',
    link: models,
  },
  timeout: {
    title: 'The run took too long',
    advice: 'It was stopped at the time limit. Ask for less at once, or use a faster model.',
  },
  too_many_steps: {
    title: 'The run took too many steps',
    advice: 'The model kept calling tools without an answer. Make the system prompt more precise, or grant fewer tools.',
    link: { label: 'Open Settings', tab: 'settings' },
  },
  agent_deleted: { title: 'The agent was deleted', advice: 'Its unfinished runs were stopped.' },
  internal: {
    title: 'Something went wrong on our side',
    advice: 'Run the agent again. If it happens again, give the id of this run to the operator.',
  },
}

export const helpFor = (error: RunError): FailureHelp => failures[error.code]

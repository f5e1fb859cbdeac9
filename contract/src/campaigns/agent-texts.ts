/** Placeholder for the agent's text in a preview or dry run, where nothing is written yet; pages translate it. */
export const agentPlaceholders = { subject: '[Subject by the agent]', body: '[Agent text for this contact]' } as const

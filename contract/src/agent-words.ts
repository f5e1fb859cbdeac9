/** Stands for what an agent will write, in a preview and a dry run where nothing is written yet; pages say it in their language. */
export const awaitedWords = { subject: '[Subject by the agent]', body: '[Agent text for this contact]' } as const

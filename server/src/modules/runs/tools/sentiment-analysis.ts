import { z } from 'zod'
import { analyzeSentiment } from './sentiment/sentiment.ts'
import { defineTool } from './tool.ts'

export const sentimentAnalysis = defineTool({
  name: 'sentiment_analysis',
  description: 'Tells whether a text is positive, neutral or negative, how strongly, and which words say so. Computed locally.',
  input: z.strictObject({ text: z.string().min(1).max(20_000).describe('The text to judge') }),
  run: async ({ text }) => ({ ok: true, output: JSON.parse(JSON.stringify(analyzeSentiment(text))) }),
})

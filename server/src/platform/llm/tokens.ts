import type { ModelRequest } from './types.ts'

/** Tokens of a text, at four bytes each: exact enough to count for models that give no figures, also where a character is a token (Japanese). */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4)

/** Tokens of a whole request: system text, transcript, tool descriptions. */
export const estimateTokens = (request: Pick<ModelRequest, 'system' | 'messages' | 'tools' | 'output'>): number => {
  const { system = '', tools = [], output } = request
  const messages = request.messages.map((each) => (each.role === 'assistant' ? { ...each, reasoning: undefined } : each))
  return tokensOf(
    system + JSON.stringify(messages) + (tools.length > 0 ? JSON.stringify(tools) : '') + (output ? JSON.stringify(output.schema) : ''),
  )
}

/** Headers that Imperium sets itself in a call to a webhook. */
const ownHeaders = new Set([
  'host',
  'content-length',
  'content-type',
  'connection',
  'transfer-encoding',
  'x-imperium-signature',
  'user-agent',
])
export const isOwnHeader = (name: string): boolean => ownHeaders.has(name.toLowerCase()) || name.toLowerCase().startsWith('webhook-')

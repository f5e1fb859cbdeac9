import { chooseLanguage } from '@imperium/contract/choose-language.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { MessageChannel } from '@imperium/contract/messages.ts'

/** Below what an agent sends: the contact sees that no person wrote it. */
const signatures: Record<Language, { mail: string; short: string }> = {
  en: { mail: '{agent}, AI agent of {organization}', short: '({agent}, AI)' },
  es: { mail: '{agent}, agente de IA de {organization}', short: '({agent}, IA)' },
  fr: { mail: '{agent}, agent IA de {organization}', short: '({agent}, IA)' },
  de: { mail: '{agent}, KI-Agent von {organization}', short: '({agent}, KI)' },
  ja: { mail: '{organization} のAIエージェント {agent}', short: '（{agent}、AI）' },
}

interface Signed {
  text: string
  channel: MessageChannel
  locale: string | null
  agent: string
  organization: string
}

export function signReply({ text, channel, locale, agent, organization }: Signed): string {
  const { mail, short } = signatures[chooseLanguage(locale ?? '')]
  const sign = (form: string) => form.replace('{agent}', () => agent).replace('{organization}', () => organization)
  return channel === 'email' ? `${text}\n\n-- \n${sign(mail)}` : `${text}\n${sign(short)}`
}

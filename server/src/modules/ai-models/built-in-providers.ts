import { providerDefaults } from '@imperium/contract/ai-models.ts'
import type { Adapter } from '@imperium/contract/ai-models.ts'

interface BuiltInProvider {
  code: string
  name: string
  displayName: string
  adapter: Adapter
  apiBaseUrl: string
  apiDocUrl: string | null
  website: string | null
  icon: string
  color: string
  supportsStreaming: boolean
  supportsVision: boolean
  supportsFunctionCalling: boolean
}

const everyCapability = { supportsStreaming: true, supportsVision: true, supportsFunctionCalling: true }

/** The providers of a new organization, in display order. All except the sandbox first need a model with a key. */
export const builtInProviders: readonly BuiltInProvider[] = [
  {
    code: 'sandbox',
    name: 'sandbox',
    displayName: 'Sandbox (offline)',
    adapter: 'sandbox',
    apiBaseUrl: '',
    apiDocUrl: null,
    website: null,
    icon: '🧪',
    color: providerDefaults.color,
    supportsStreaming: true,
    supportsVision: false,
    supportsFunctionCalling: true,
  },
  {
    code: 'openai',
    name: 'openai',
    displayName: 'OpenAI',
    adapter: 'openai',
    apiBaseUrl: 'https://api.openai.com/v1',
    apiDocUrl: 'https://platform.openai.com/docs',
    website: 'https://openai.com',
    icon: '🟢',
    color: '#10a37f',
    ...everyCapability,
  },
  {
    code: 'anthropic',
    name: 'anthropic',
    displayName: 'Anthropic',
    adapter: 'anthropic',
    apiBaseUrl: 'https://api.anthropic.com/v1',
    apiDocUrl: 'https://docs.anthropic.com',
    website: 'https://www.anthropic.com',
    icon: '🟠',
    color: '#d97757',
    ...everyCapability,
  },
  {
    code: 'google',
    name: 'google',
    displayName: 'Google',
    adapter: 'google',
    apiBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    apiDocUrl: 'https://ai.google.dev/docs',
    website: 'https://ai.google.dev',
    icon: '🔷',
    color: '#4285f4',
    ...everyCapability,
  },
  {
    code: 'ollama',
    name: 'ollama',
    displayName: 'Ollama (local, OpenAI-compatible)',
    adapter: 'openai-compatible',
    apiBaseUrl: 'http://localhost:11434/v1',
    apiDocUrl: 'https://github.com/ollama/ollama/blob/main/docs/openai.md',
    website: 'https://ollama.com',
    icon: '🦙',
    color: '#475569',
    supportsStreaming: true,
    supportsVision: false,
    supportsFunctionCalling: true,
  },
]

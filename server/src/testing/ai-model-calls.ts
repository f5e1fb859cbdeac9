import type { AiModelConfig, AiProvider } from '@imperium/contract/ai-models.ts'
import type { TestResponse, TestApp, TestUser } from './test-app.ts'

/** Long enough that the first 8 and last 4 characters are shown. Invented; no provider accepts it. */
export const testKey = `test-${'0123456789abcdef'.repeat(3)}-tail`

/** Shortcuts to this module's operations, as one user. */
export function modelsOf(t: TestApp, user: TestUser) {
  const { token } = user
  const call = <T>(method: string, path: string, body?: unknown): Promise<TestResponse<T>> =>
    t.call<T>(method, `/api/ai-models${path}`, { token, ...(body === undefined ? {} : { body }) })
  const providers = async () => (await call<AiProvider[]>('GET', '/providers')).body.data
  const provider = async (code: string): Promise<AiProvider> => {
    const found = (await providers()).find((each) => each.code === code)
    if (!found) throw new Error(`no provider ${code}`)
    return found
  }
  return {
    call,
    providers,
    provider,
    configs: async () => (await call<AiModelConfig[]>('GET', '/configs')).body.data,
    addProvider: (body: object = {}) =>
      call<AiProvider>('POST', '/providers', {
        code: 'acme',
        name: 'acme',
        displayName: 'Acme Models',
        apiBaseUrl: 'https://models.example.com/v1',
        ...body,
      }),
    addConfig: async (body: object = {}, code = 'openai') =>
      call<AiModelConfig>('POST', '/configs', {
        providerId: (await provider(code)).id,
        modelId: 'gpt-4',
        displayName: 'GPT-4',
        apiKey: testKey,
        ...body,
      }),
    changeConfig: (id: string, body: object) => call<AiModelConfig>('PUT', `/configs/${id}`, body),
    changeProvider: (id: string, body: object) => call<AiProvider & { clearedKeys: number }>('PUT', `/providers/${id}`, body),
  }
}

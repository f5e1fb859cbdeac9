import { describe, expect, test } from 'vitest'
import { CreateProviderBody } from '@imperium/contract/ai-models.ts'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { emptyProvider, providerFormSchema, sandboxFormSchema, toProviderBody, toSandboxBody } from './provider-form.ts'
import type { ProviderValues } from './provider-form.ts'

const good: ProviderValues = {
  ...emptyProvider,
  code: 'local',
  name: 'local',
  displayName: 'Local',
  apiBaseUrl: 'https://llm.example.com/v1',
}
const errorsWith = (patch: Partial<ProviderValues>) => fieldErrors(providerFormSchema, toProviderBody({ ...good, ...patch }))

describe('the provider form', () => {
  test('reports the required fields of an empty form', () => {
    expect(fieldErrors(providerFormSchema, toProviderBody(emptyProvider))).toEqual({
      code: 'Code is required',
      name: 'Name is required',
      displayName: 'Display name is required',
      apiBaseUrl: 'API Base URL is required',
    })
  })

  test('addresses must be URLs if filled', () => {
    expect(errorsWith({ apiBaseUrl: 'llm', apiDocUrl: 'docs', website: 'javascript:alert(1)' })).toEqual({
      apiBaseUrl: 'API Base URL must be a URL',
      apiDocUrl: 'Documentation URL must be a URL',
      website: 'Website must be a URL',
    })
    expect(errorsWith({ apiDocUrl: '', website: '' })).toEqual({})
  })

  test('limit and order are whole numbers', () => {
    expect(Object.keys(errorsWith({ maxTokensLimit: 1.5, orderIndex: 0.5 }))).toEqual(['orderIndex', 'maxTokensLimit'])
  })

  test('fills empty fields with their defaults', () => {
    expect(CreateProviderBody.parse(toProviderBody({ ...good, icon: ' ', orderIndex: '' }))).toMatchObject({
      icon: '🤖',
      color: '#6366f1',
      isActive: true,
      supportsStreaming: true,
      supportsVision: false,
      supportsFunctionCalling: false,
      maxTokensLimit: null,
      orderIndex: 0,
      apiDocUrl: null,
      website: null,
    })
  })

  test('of the sandbox only what may be changed is checked and sent', () => {
    const body = toSandboxBody({ ...good, apiBaseUrl: '', orderIndex: 3 })
    expect(Object.keys(body).toSorted()).toEqual(['color', 'icon', 'isActive', 'orderIndex'])
    expect(fieldErrors(sandboxFormSchema, body)).toEqual({})
  })
})

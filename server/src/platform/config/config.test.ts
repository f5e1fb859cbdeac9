import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { renderConfigHelp, renderConfigTable } from './config-help.ts'
import { optionNames } from './config-options.ts'
import { loadConfig } from './config.ts'
import { loadSecrets, secretsFile } from '../crypto/secrets.ts'

const key = Buffer.alloc(32, 5).toString('base64')
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'imperium-config-'))
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

/** The formatter pads the columns of tables. */
const withoutPadding = (table: string): string => table.trim().replace(/ +/g, ' ').replace(/-{3,}/g, '---')

describe('the configuration', () => {
  test('has a default for every setting', () => {
    expect(loadConfig({}, [])).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      role: 'all',
      rateLimitLogin: 10,
      runMaxModelCalls: 25,
    })
  })

  test('takes arguments before the environment, and an empty variable as not set', () => {
    const config = loadConfig({ PORT: '4000', ROLE: 'api', LOG_LEVEL: '', PUBLIC_URL: 'https://a.example/', PAYMENTS: 'off' }, [
      '--role=worker',
      '--data-dir',
      '/tmp/a b',
    ])
    expect(config).toMatchObject({ port: 4000, role: 'worker', logLevel: 'info', dataDir: '/tmp/a b', publicUrl: 'https://a.example' })
  })

  test('reads lists, waits and keys', () => {
    const config = loadConfig(
      {
        EGRESS_ALLOW: 'localhost:11434, 10.0.0.0/8',
        RETRY_MODEL_MS: '1,2',
        TRUSTED_PROXIES: '::1,10.0.0.0/8',
        ENCRYPTION_KEY: key,
        ENCRYPTION_KEY_PREVIOUS: key,
        CUSTOM_DOMAINS: 'crm.acme.test=acme, Shop.test=my-shop',
      },
      [],
    )
    expect(config).toMatchObject({
      egressAllow: ['localhost:11434', '10.0.0.0/8'],
      retryModelMs: [1, 2],
      trustedProxies: ['::1', '10.0.0.0/8'],
      encryptionKey: key,
      encryptionKeyPrevious: [key],
      customDomains: { 'crm.acme.test': 'acme', 'shop.test': 'my-shop' },
    })
  })

  test('needs a valid GSTIN where prices include GST', () => {
    const start = (taxId?: string) => () => loadConfig({ OPERATOR_TAX_REGIME: 'GST', ...(taxId ? { OPERATOR_TAX_ID: taxId } : {}) }, [])
    // Absent, and with another check digit.
    for (const wrong of [undefined, '27AAPFU0939F1ZW'])
      expect(start(wrong)).toThrow('OPERATOR_TAX_REGIME=GST needs your GSTIN in OPERATOR_TAX_ID')
    expect(start('27aapfu0939f1zv')()).toMatchObject({ operatorTaxRegime: 'GST' })
  })

  test('reports every problem together without secrets', () => {
    const attempt = (): unknown =>
      loadConfig(
        {
          PORT: '99999',
          ROLE: 'boss',
          ENCRYPTION_KEY: 'hunter2',
          DATABASE_URL: 'mysql://secret@x',
          TRUSTED_PROXIES: '10.0.0.0/40',
          CUSTOM_DOMAINS: 'acme',
          SESSION_ABSOLUTE_HOURS: '25',
        },
        ['--prot=1', '--host'],
      )
    expect(attempt).toThrow(/has 9 problems/)
    for (const name of [
      'PORT "99999"',
      'ROLE "boss"',
      'ENCRYPTION_KEY as given',
      'DATABASE_URL as given',
      'TRUSTED_PROXIES',
      'CUSTOM_DOMAINS "acme"',
      'SESSION_ABSOLUTE_HOURS',
      '--prot=1',
      '--host needs a value',
    ])
      expect(attempt).toThrow(name)
    expect(attempt).not.toThrow(/hunter2|secret@x/)
  })

  test('is listed whole by --help and by docs/operations.md', () => {
    for (const name of optionNames) expect(renderConfigHelp()).toContain(`  ${name}`)
    const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')
    const table = /<!-- settings: begin[^>]*-->\n([\s\S]*?)\n<!-- settings: end -->/.exec(page)?.[1]
    expect(withoutPadding(table ?? ''), 'run: node scripts/run.mjs scripts/write-config-table.ts').toBe(withoutPadding(renderConfigTable()))
  })
})

describe('the secrets', () => {
  const settings = (name: string, encryptionKey?: string) => ({ dataDir: path.join(root, name), encryptionKey, encryptionKeyPrevious: [] })

  test('are generated once, for the owner only', () => {
    const first = loadSecrets(settings('fresh'))
    expect(Buffer.from(first.encryptionKey, 'base64')).toHaveLength(32)
    expect(loadSecrets(settings('fresh'))).toEqual(first)
    expect(loadSecrets(settings('other')).encryptionKey).not.toBe(first.encryptionKey)
    expect(fs.statSync(secretsFile(path.join(root, 'fresh'))).mode & 0o777).toBe(0o600)
  })

  test('derives them from a given key, the same in every process', () => {
    const secrets = loadSecrets(settings('given', key))
    expect(secrets).toEqual(loadSecrets(settings('elsewhere', key)))
    expect(secrets.signingKey).not.toBe(key)
    expect(fs.existsSync(path.join(root, 'given'))).toBe(false)
  })

  test('never replaces damaged ones', () => {
    fs.mkdirSync(path.join(root, 'damaged'))
    fs.writeFileSync(secretsFile(path.join(root, 'damaged')), '{"encryptionKey": "short"')
    expect(() => loadSecrets(settings('damaged'))).toThrow(/is damaged. Restore it from a backup/)
    expect(fs.readFileSync(secretsFile(path.join(root, 'damaged')), 'utf8')).toContain('short')
  })
})

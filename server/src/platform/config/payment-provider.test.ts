import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { describePayments, paymentProvider } from './payment-provider.ts'

test.each([
  [{}, 'sandbox'],
  [{ NODE_ENV: 'production' }, null],
  [{ NODE_ENV: 'production', PAYMENTS: 'sandbox' }, 'sandbox'],
  [{ RAZORPAY_KEY_ID: 'k', RAZORPAY_KEY_SECRET: 's' }, 'razorpay'],
  [{ RAZORPAY_KEY_ID: 'k' }, null],
  [{ PAYMENTS: 'razorpay' }, null],
  [{ STRIPE_SECRET_KEY: 's', NODE_ENV: 'production' }, 'stripe'],
  [{ PAYMENTS: 'stripe', RAZORPAY_KEY_ID: 'k', RAZORPAY_KEY_SECRET: 's' }, null],
  [{ PAYMENTS: 'bank' }, null],
  [{ PAYMENTS: 'bank', BANK_DETAILS: 'Bank of Baroda; 123' }, 'bank'],
  [{ PAYMENTS: 'off', RAZORPAY_KEY_ID: 'k', RAZORPAY_KEY_SECRET: 's' }, null],
])('%j: payments go to %s', (env, provider) => expect(paymentProvider(loadConfig(env, []))).toBe(provider))

test.each([
  [{ OPERATOR_MODEL_KEYS: 'openai=sk-1' }, /OPERATOR_MODEL_KEYS is set.*PAYMENTS/s],
  [{ PUBLIC_URL: 'https://imperium.example' }, /public https address.*PAYMENTS/s],
])('%j without PAYMENTS: nothing starts, as the sandbox would sell real things', (env, words) =>
  expect(() => loadConfig(env, [])).toThrow(words),
)

test.each([
  [{ OPERATOR_MODEL_KEYS: 'openai=sk-1', PAYMENTS: 'sandbox' }, /^sandbox \(no money moves/],
  [{ PUBLIC_URL: 'https://imperium.example', PAYMENTS: 'sandbox' }, /^sandbox/],
  [{ PUBLIC_URL: 'https://imperium.example', NODE_ENV: 'production' }, /^off/],
  [{ PUBLIC_URL: 'https://imperium.example', STRIPE_SECRET_KEY: 's' }, /^Stripe$/],
  [{ PUBLIC_URL: 'https://localhost:3443' }, /^sandbox/],
  [{ PUBLIC_URL: 'http://10.0.0.7:3000' }, /^sandbox/],
])('%j starts and says who takes payments', (env, words) => expect(describePayments(loadConfig(env, []))).toMatch(words))

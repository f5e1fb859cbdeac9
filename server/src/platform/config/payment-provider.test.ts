import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { paymentProvider } from './payment-provider.ts'

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

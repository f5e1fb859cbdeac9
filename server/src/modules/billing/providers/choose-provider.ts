import { paymentProvider } from '../../../platform/config/payment-provider.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PaymentProvider } from './provider.ts'
import { createRazorpay } from './razorpay.ts'
import { createSandbox } from './sandbox.ts'

export const chosenProvider = ({ config }: Platform): PaymentProvider['name'] | null => paymentProvider(config)

/** @throws 409 where nothing can be paid. */
export function openProvider(platform: Platform, name = chosenProvider(platform)): PaymentProvider {
  if (name === 'sandbox' && chosenProvider(platform) === 'sandbox') return createSandbox(platform)
  const { razorpayKeyId: keyId, razorpayKeySecret: keySecret, razorpayWebhookSecret = '', razorpayApiUrl: apiUrl } = platform.config
  if (name === 'razorpay' && keyId && keySecret)
    return createRazorpay(platform.httpOut, { keyId, keySecret, webhookSecret: razorpayWebhookSecret, apiUrl: apiUrl.replace(/\/+$/, '') })
  throw new AppError('CONFLICT', 409, 'Nothing can be paid in this installation. Its operator changes plans.')
}

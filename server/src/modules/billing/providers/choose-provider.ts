import { paymentProvider } from '../../../platform/config/payment-provider.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PaymentProvider } from './provider.ts'
import { bankTransfer } from './bank.ts'
import { createRazorpay } from './razorpay.ts'
import { createSandbox } from './sandbox.ts'
import { createStripe } from './stripe.ts'

export const chosenProvider = ({ config }: Platform): PaymentProvider['name'] | null => paymentProvider(config)

/** Whether orders of a provider can be looked up here, whichever takes new ones. */
export const isProviderOpen = ({ config }: Platform, name: 'razorpay' | 'stripe'): boolean =>
  name === 'razorpay' ? Boolean(config.razorpayKeyId && config.razorpayKeySecret) : Boolean(config.stripeSecretKey)

const trimmed = (url: string): string => url.replace(/\/+$/, '')

/**
 * Who checks what a provider reports: also one whose keys are gone, as long as the secret of its reports is there. Money of earlier orders still comes.
 * @throws 409 where its reports cannot be checked.
 */
export function openReports(platform: Platform, name: PaymentProvider['name']): PaymentProvider {
  const { razorpayWebhookSecret, stripeWebhookSecret, razorpayApiUrl, stripeApiUrl } = platform.config
  if (name === 'razorpay' && !isProviderOpen(platform, name) && razorpayWebhookSecret)
    return createRazorpay(platform.httpOut, {
      keyId: '',
      keySecret: '',
      webhookSecret: razorpayWebhookSecret,
      apiUrl: trimmed(razorpayApiUrl),
    })
  if (name === 'stripe' && !isProviderOpen(platform, name) && stripeWebhookSecret)
    return createStripe(platform.httpOut, platform.clock, {
      secretKey: '',
      webhookSecret: stripeWebhookSecret,
      apiUrl: trimmed(stripeApiUrl),
    })
  return openProvider(platform, name)
}

/** @throws 409 where nothing can be paid. */
export function openProvider(platform: Platform, name = chosenProvider(platform)): PaymentProvider {
  if (name === 'sandbox' && chosenProvider(platform) === 'sandbox') return createSandbox(platform)
  const { razorpayKeyId: keyId, razorpayKeySecret: keySecret, razorpayWebhookSecret = '', razorpayApiUrl: apiUrl } = platform.config
  if (name === 'razorpay' && keyId && keySecret)
    return createRazorpay(platform.httpOut, { keyId, keySecret, webhookSecret: razorpayWebhookSecret, apiUrl: trimmed(apiUrl) })
  const { stripeSecretKey: secretKey, stripeWebhookSecret = '', stripeApiUrl } = platform.config
  if (name === 'stripe' && secretKey)
    return createStripe(platform.httpOut, platform.clock, { secretKey, webhookSecret: stripeWebhookSecret, apiUrl: trimmed(stripeApiUrl) })
  // Transfers that were ordered arrive after another provider was chosen, too.
  if (name === 'bank') return bankTransfer
  throw new AppError('CONFLICT', 409, 'Nothing can be paid in this installation. Its operator changes plans.')
}

import { isGstin } from '@imperium/contract/sales/gstin.ts'
import { countryOfVatNumber, isVatNumber } from '@imperium/contract/sales/vat-number.ts'
import { salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { invalid } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { decodeImage } from '../../../platform/images/decode-image.ts'
import { changePaymentAccount, showPaymentAccount } from '../payments/payment-account.ts'
import { readOwnLogo, readSettings, writeLogo, writeSettings } from './settings-store.ts'

const logoBox = { width: 600, height: 240, fit: 'inside', withoutEnlargement: true } as const

export const settingsOperations = (platform: Platform) =>
  bindOperations(salesSettings, {
    read: (_input, { tx }) => readSettings(tx),
    update: async ({ body }, { tx, audit }) => {
      if (body.taxRegime === 'GST' && !isGstin(body.taxId))
        throw invalid([{ path: 'taxId', message: 'This is no valid GSTIN: check its characters' }])
      if (body.taxRegime === 'VAT' && body.taxId !== '' && countryOfVatNumber(body.taxId) !== null && !isVatNumber(body.taxId))
        throw invalid([{ path: 'taxId', message: 'This is no valid VAT number: check its characters' }])
      const { updatedAt: _read, hasLogo: _logo, ...before } = await readSettings(tx)
      audit({ before, after: body })
      return writeSettings(tx, body, platform.clock.now())
    },
    logo: async (_input, { tx }) => ({ content: found(await readOwnLogo(tx)) }),
    setLogo: async ({ body }, { inOrg }) => {
      const png = await decodeImage(body.bytes, { animated: false }, ({ picture }) => picture.resize(logoBox).png().toBuffer())
      return inOrg((tx) => writeLogo(tx, png, platform.clock.now()))
    },
    removeLogo: (_input, { tx }) => writeLogo(tx, null, platform.clock.now()),
    readPayments: (_input, { tx }) => showPaymentAccount(platform, tx),
    updatePayments: ({ body }, context) => changePaymentAccount(platform, context, body),
  })

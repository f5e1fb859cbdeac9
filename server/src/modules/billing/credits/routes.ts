import { credits } from '@imperium/contract/billing/credits.ts'
import type { AiCredits } from '@imperium/contract/billing/credits.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findPlanVersion, readPlanOf } from '../../organizations/index.ts'
import { mandatePayment } from '../automatic/automatic-store.ts'
import { paysAlone } from '../automatic/pay-automatically.ts'
import { chosenProvider, openProvider } from '../providers/choose-provider.ts'
import { findCharge, listLots, listUnpaid, lockCredits, readSettings, saveSettings } from './credit-store.ts'
import { countedLots, monthOf, sumOf } from './draw-credits.ts'

/** Sold where the operator pays for models; without a word from the operator, in the sandbox only. */
export const creditsAreOffered = (platform: Platform): boolean => {
  const { aiCredits } = platform.config
  return chosenProvider(platform) !== null && (aiCredits === undefined ? chosenProvider(platform) === 'sandbox' : aiCredits === 'on')
}

const canBeAutomatic = (platform: Platform): boolean => creditsAreOffered(platform) && paysAlone(platform)

async function needsCard(platform: Platform, tx: OrgTx): Promise<boolean> {
  if (!canBeAutomatic(platform)) return false
  const { payAgain, name } = openProvider(platform)
  return payAgain === undefined && (await mandatePayment(tx, name, 'CREDITS')) === null
}

export async function readCredits(platform: Platform, tx: OrgTx): Promise<AiCredits> {
  const now = platform.clock.now()
  const lots = countedLots(platform, await listLots(tx)).filter(({ expiresAt }) => expiresAt > now)
  const { planType, version } = await readPlanOf(tx)
  const { lowAt, automatic, failed } = await readSettings(tx)
  const first = lots[0]
  return {
    isOffered: creditsAreOffered(platform),
    currency: 'INR',
    balance: sumOf(lots) - (await listUnpaid(tx)).reduce((sum, { unpaid }) => sum + unpaid, 0),
    expiring: first ? { amount: first.unspent, at: first.expiresAt.toISOString() } : null,
    spentThisMonth: (await findCharge(tx, monthOf(now)))?.amount ?? 0,
    marginPercent: (await findPlanVersion(tx, planType, version)).modelMarginPercent,
    perDollar: platform.config.aiCreditRate,
    lowAt,
    automatic,
    canBeAutomatic: canBeAutomatic(platform),
    needsCard: await needsCard(platform, tx),
    automaticFailure: automatic === null ? null : (failed?.reason ?? null),
  }
}

export const creditOperations = (platform: Platform) =>
  bindOperations(credits, {
    read: (_, { tx }) => readCredits(platform, tx),
    settings: async ({ body }, { tx, audit }) => {
      if (!creditsAreOffered(platform)) throw conflict('This installation sells no AI credits.')
      if (body.automatic !== null && !canBeAutomatic(platform)) throw conflict('The payment provider cannot pay without a person.')
      await lockCredits(tx)
      const { toldAt, failed: _, ...before } = await readSettings(tx)
      // A new wish is tried at once.
      await saveSettings(tx, { ...body, failed: null, toldAt: body.lowAt === before.lowAt ? toldAt : null })
      audit({ before, after: body })
      return readCredits(platform, tx)
    },
  })

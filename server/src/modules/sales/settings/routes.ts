import { isGstin } from '@imperium/contract/sales/gstin.ts'
import { salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { invalid } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readSettings, writeSettings } from './settings-store.ts'

export const settingsOperations = ({ clock }: Platform) =>
  bindOperations(salesSettings, {
    read: (_input, { tx }) => readSettings(tx),
    update: async ({ body }, { tx, audit }) => {
      if (body.taxRegime === 'GST' && !isGstin(body.taxId))
        throw invalid([{ path: 'taxId', message: 'This is no valid GSTIN: check its characters' }])
      const { updatedAt: _read, ...before } = await readSettings(tx)
      audit({ before, after: body })
      return writeSettings(tx, body, clock.now())
    },
  })

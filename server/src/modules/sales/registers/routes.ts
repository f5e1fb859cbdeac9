import { ledgerAccounts, salesRegisters } from '@imperium/contract/sales/sales-registers.ts'
import type { ChartOfAccounts } from '@imperium/contract/sales/sales-registers.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csvExport } from '../../../platform/resources/csv-export.ts'
import { csvAmount } from '../documents/csv-amount.ts'
import { todayOf } from '../documents/today-of.ts'
import { keepSettingsRow } from '../settings/settings-store.ts'
import { listPostings, readChart, sumAgeing, writeChart } from './register-store.ts'

const mostCustomers = 2_000
const batch = 1_000

/** All accounts, those without a number as empty text. */
async function chartOf(tx: OrgTx): Promise<ChartOfAccounts> {
  const kept = await readChart(tx)
  return Object.fromEntries(ledgerAccounts.map((account) => [account, kept[account] ?? ''])) as ChartOfAccounts
}

const head = ['Entry', 'Date', 'Kind', 'Account', 'Account number', 'Document', 'Customer', 'Currency', 'Debit', 'Credit']

export const registerOperations = (platform: Platform) =>
  bindOperations(salesRegisters, {
    ageing: async (_input, { tx }) => {
      const day = await todayOf(platform, tx)
      return { day, rows: await sumAgeing(tx, day, mostCustomers) }
    },
    ledger: async ({ query }, { inOrg, audit }) => {
      audit({ targetName: `${query.from} – ${query.to}` })
      const chart: Partial<Record<string, string>> = await inOrg(chartOf)
      return csvExport<Awaited<ReturnType<typeof listPostings>>[number], { entry: string; line: number }>({
        name: 'sales-ledger',
        now: platform.clock.now(),
        head,
        cells: ({ id, postedAt, kind, account, amount, currency, number, customer }) => [
          id,
          postedAt,
          kind,
          account,
          chart[account] ?? '',
          number,
          customer,
          currency,
          amount > 0 ? csvAmount(amount) : '',
          amount < 0 ? csvAmount(-amount) : '',
        ],
        read: (after) =>
          inOrg(async (tx) => {
            const rows = await listPostings(tx, { ...query, after, limit: batch })
            const last = rows.at(-1)
            return { rows, next: rows.length < batch || !last ? null : { entry: last.id, line: last.line } }
          }),
      })
    },
    readAccounts: (_input, { tx }) => chartOf(tx),
    updateAccounts: async ({ body }, { tx, audit }) => {
      audit({ before: await chartOf(tx), after: body })
      await keepSettingsRow(tx, platform.clock.now())
      await writeChart(tx, body)
      return chartOf(tx)
    },
  })

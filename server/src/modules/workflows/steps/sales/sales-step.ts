import type { z } from 'zod'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { performSalesActs } from '../../../sales/index.ts'
import type { Perform } from '../../../sales/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { failWith } from '../fail-with.ts'
import { defineStep } from '../step-type.ts'
import type { StepDefinition, StepResult } from '../step-type.ts'

interface SalesStep<C extends z.ZodType> {
  about: Omit<StepDefinition['about'], 'category' | 'icon'>
  config: C
  run: (perform: Perform, config: z.output<C>) => Promise<StepResult>
}

/** A step that writes or reads sales documents: published by those who may write them, audited in the name of the workflow. */
export const salesStep = <C extends z.ZodType>({ about, config, run }: SalesStep<C>): StepDefinition =>
  defineStep({
    kind: 'commit',
    config,
    permission: 'sales:write',
    about: { ...about, category: 'sales', icon: 'invoice' },
    run: async (platform, tx, fields, { workflowName }) => {
      const performer = { actor: { kind: 'system' as const, id: null, name: workflowName }, byWorkflow: true }
      try {
        return await performSalesActs(platform, tx, performer, (perform) => run(perform, fields))
      } catch (error) {
        return failWith(error)
      }
    },
  })

/** What the act says, on the way `next`. */
export const doneWith = (output: Json): StepResult => ({ kind: 'done', output })

/** A refusal because of the document's state is another way out, no failure. */
export function leaveBy(port: string, error: unknown): StepResult {
  if (!(error instanceof AppError) || error.status !== 409) throw error
  return { kind: 'done', port, isSkipped: true, output: { status: 'skipped', reason: error.message } }
}

export const invoiceSample = {
  found: true,
  id: '0198c0de-0000-7000-8000-000000000001',
  number: 'INV/26-27/00001',
  status: 'Overdue',
  isOpen: true,
  contactId: '0198c0de-0000-7000-8000-000000000002',
  customer: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  currency: 'INR',
  amount: 1180,
  due: 1180,
  dueText: '₹1,180.00',
  date: '2026-11-24',
  dueDate: '2026-12-24',
  payUrl: 'https://imperium.example.com/pay/5f0c',
} satisfies Json

export const documentSample = {
  id: '0198c0de-0000-7000-8000-000000000001',
  number: 'SO/26-27/00001',
  status: 'Pending',
  currency: 'INR',
  amount: 1180,
} satisfies Json

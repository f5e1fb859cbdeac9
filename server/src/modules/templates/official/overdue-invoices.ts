import { workflowTemplate, you } from './workflow-kit.ts'

/** Works without any preparation: reminders are emails of the sales module. */
export const overdueInvoices = workflowTemplate({
  key: 'overdue-invoices',
  name: 'Overdue Invoice Reminders',
  description: 'Reminds customers of overdue invoices by email, once more after a week, and tells you when an invoice is two weeks late.',
  tags: ['sales', 'invoices', 'reminders'],
  icon: 'clock',
  references: you,
  steps: {
    trigger: { type: 'trigger_event', name: 'An invoice is overdue', at: [1, 0], config: { event: 'invoice.overdue' } },
    first: {
      type: 'sales_send_invoice',
      name: 'First reminder',
      at: [1, 1],
      config: { invoice: '{{ trigger.invoiceId }}', kind: 'reminder' },
    },
    wait: { type: 'delay', name: 'Wait a week', at: [1, 2], config: { mode: 'for', for: { amount: 7, unit: 'days' } } },
    second: {
      type: 'sales_send_invoice',
      name: 'Second reminder',
      at: [1, 3],
      config: { invoice: '{{ trigger.invoiceId }}', kind: 'reminder' },
    },
    again: { type: 'delay', name: 'Wait another week', at: [1, 4], config: { mode: 'for', for: { amount: 7, unit: 'days' } } },
    look: { type: 'sales_find_invoice', name: 'Look again', at: [1, 5], config: { by: 'invoice', invoice: '{{ trigger.invoiceId }}' } },
    open: {
      type: 'condition',
      name: 'Still not paid?',
      at: [1, 6],
      config: { match: 'all', rules: [{ left: '{{ steps.look.isOpen }}', operator: 'is_true', right: '' }] },
    },
    tell: {
      type: 'message',
      name: 'Tell me',
      at: [0, 7],
      config: {
        to: ['members:You'],
        subject: 'Two weeks late: {{ trigger.number }}',
        text: '{{ steps.look.customer }} has not paid {{ steps.look.dueText }} of {{ trigger.number }}. Two reminders were sent.',
        priority: 'high',
      },
    },
  },
  edges: [
    'trigger > first',
    // Without an email address nothing is sent, and the member hears of it all the same.
    'first > wait',
    'first.skipped > wait',
    'wait > second',
    'second > again',
    'second.skipped > again',
    'again > look',
    'look > open',
    'open.yes > tell',
  ],
})

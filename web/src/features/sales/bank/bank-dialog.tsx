import { Button, FileButton, Modal, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { bankFileTypes, salesBank } from '@imperium/contract/sales/sales-bank.ts'
import type { SalesBankLine } from '@imperium/contract/sales/sales-bank.ts'
import { call, query } from '../../../lib/api.ts'
import { formatFullDay } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { plural, t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { ignoreBankMutation, matchBankMutation } from '../api.ts'
import { formatMoney } from '../sales-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

const reasonLabels = { reference: t('number'), amount: t('amount'), customer: t('name') }
const invalidates = [['sales-bank']] as const

/** Reads bank statements and shows the entries that are not decided yet, each with the invoices that it may pay. */
export function BankDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...query(salesBank.list, { query: { status: 'Open', limit: 50 } }), meta: { silent: true } })
  const reading = useMutation({
    mutationFn: (file: File) =>
      call(salesBank.importStatement, { query: { name: file.name }, body: new Blob([file], { type: bankFileTypes[0] }) }),
    meta: { failure: t('The bank statement could not be read'), invalidates },
    onSuccess: ({ added }) => notify.success(plural(added, { one: '{count} new entry', other: '{count} new entries' })),
  })
  return (
    <Modal opened onClose={onClose} title={t('Bank statements')} size={760} radius="lg" closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className={classes.stack}>
        <p className={styles.hint}>{t('Nothing is booked until you confirm it. A statement that is read twice adds nothing.')}</p>
        <div className={styles.wrapped}>
          <FileButton accept=".xml,.sta,.mt940,.940,.txt,.ofx,.qfx" onChange={(file) => file && reading.mutate(file)}>
            {(props) => (
              <Button {...props} variant="default" data-autofocus loading={reading.isPending}>
                {t('Read a statement (camt.053, MT940, OFX)')}
              </Button>
            )}
          </FileButton>
        </div>
        {error && <ErrorState plain error={error} title={t('The bank entries could not be loaded')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={160} radius={10} />}
        {data?.rows.length === 0 && <p className={styles.hint}>{t('No entry waits for a decision.')}</p>}
        {data?.rows.map((line) => (
          <Entry key={line.id} line={line} />
        ))}
      </div>
    </Modal>
  )
}

function Entry({ line: { id, date, amount, currency, party, text, proposals } }: { line: SalesBankLine }) {
  const match = useMutation(matchBankMutation)
  const ignore = useMutation(ignoreBankMutation)
  const params = { id }
  return (
    <section className={classes.section}>
      <h3>
        {formatMoney(amount, currency)} · {formatFullDay(date)} · {party}
      </h3>
      <div className={styles.hint}>{text}</div>
      <div className={styles.wrapped}>
        {proposals.map(({ invoiceId, number, due, matches }) => (
          <Button
            key={invoiceId}
            size="xs"
            variant="default"
            loading={match.isPending}
            onClick={() => match.mutate({ params, body: { invoiceId } })}
          >
            {t('Pays {number}, due {amount} ({reasons})', {
              number,
              amount: formatMoney(due, currency),
              reasons: matches.map((each) => reasonLabels[each]).join(', '),
            })}
          </Button>
        ))}
        <Button size="xs" variant="subtle" loading={ignore.isPending} onClick={() => ignore.mutate({ params })}>
          {t('Set aside')}
        </Button>
      </div>
    </section>
  )
}

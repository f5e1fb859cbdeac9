import type { SalesLine } from '@imperium/contract/sales/sales-documents.ts'
import type { TaxAmount } from '@imperium/contract/sales/compute-tax.ts'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { formatMoney, taxCategoryLabels } from './sales-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './sales.module.css'

interface SumsProps {
  currency: string
  subtotal: number
  /** Off the subtotal. */
  discount: number
  taxes: readonly TaxAmount[]
  roundOff: number
  total: number
}

/** Subtotal, each tax, rounding and total. */
export function Sums({ currency, subtotal, discount, taxes, roundOff, total }: SumsProps) {
  return (
    <dl className={classes.sums} aria-label={t('Totals')}>
      <dt className={styles.muted}>{t('Subtotal')}</dt>
      <dd>{formatMoney(subtotal, currency)}</dd>
      {discount !== 0 && <dt className={styles.muted}>{t('Discount')}</dt>}
      {discount !== 0 && <dd>{formatMoney(-discount, currency)}</dd>}
      {taxes.map(({ kind, basisPoints, amount }) => [
        <dt key={`${kind}${basisPoints}`} className={styles.muted}>{`${kind} ${basisPoints / 100} %`}</dt>,
        <dd key={`${kind}${basisPoints}=`}>{formatMoney(amount, currency)}</dd>,
      ])}
      {roundOff !== 0 && <dt className={styles.muted}>{t('Rounding')}</dt>}
      {roundOff !== 0 && <dd>{formatMoney(roundOff, currency)}</dd>}
      <dt className={classes.total}>{t('Total')}</dt>
      <dd className={classes.total}>{formatMoney(total, currency)}</dd>
    </dl>
  )
}

/** The lines of an order or an invoice. */
export function LinesTable({ lines, currency }: { lines: readonly Omit<SalesLine, 'productId'>[]; currency: string }) {
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{t('Description')}</th>
          <th scope="col" className={classes.end}>
            {t('Quantity')}
          </th>
          <th scope="col" className={classes.end}>
            {t('Amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ description, quantity, unit, unitPrice, taxBasisPoints, taxCategory, amount, ...off }, at) => (
          // Lines have no other identifier.
          <tr key={at}>
            <td>
              {description}
              <div className={styles.hint}>
                {formatMoney(unitPrice, currency)}
                {taxBasisPoints > 0 && taxCategory === 'standard' && ` · ${formatPercent(taxBasisPoints / 100)}`}
                {taxCategory !== 'standard' && ` · ${taxCategoryLabels[taxCategory]}`}
                {off.discountBasisPoints > 0 && ` · −${formatPercent(off.discountBasisPoints / 100)}`}
                {off.discountAmount > 0 && ` · −${formatMoney(off.discountAmount, currency)}`}
              </div>
            </td>
            <td className={classes.end}>
              {Number.isInteger(quantity) ? formatNumber(quantity) : quantity} {unit}
            </td>
            <td className={classes.end}>{formatMoney(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The customer's name, linked to the contact while it is there. */
export const CustomerLink = ({ contactId, customer }: { contactId: string | null; customer: string }) =>
  contactId === null ? customer : <OrgLink path={`contacts?contact=${contactId}`}>{customer}</OrgLink>

/** What was typed in lines, as lines. */
export const Typed = ({ text }: { text: string }) => <span className={classes.typed}>{text}</span>

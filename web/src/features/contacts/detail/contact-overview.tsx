import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { formatFullDay, formatMoment } from '../../../lib/format.ts'
import { currentLanguage, t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import type { Fact } from '../../../ui/text/fact-list.tsx'
import { BelongsTo } from '../../hierarchy/index.ts'
import { fieldsQuery } from '../api.ts'
import { sourceLabels, valueText } from '../contact-labels.ts'
import { TagList } from '../tag-list.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../contacts.module.css'

/** The contact's addresses, built-in fields and custom fields. */
export function ContactOverview({ contact }: { contact: Contact }) {
  const fields = useQuery(fieldsQuery)
  const source = contact.sourceDetail ? `${sourceLabels[contact.source]} · ${contact.sourceDetail}` : sourceLabels[contact.source]
  const facts: Fact[] = [
    [t('Email'), <Email key="email" contact={contact} />],
    [t('Phone'), <Phone key="phone" phone={contact.phone} />],
    [t('First name'), valueText(contact.firstName)],
    [t('Last name'), valueText(contact.lastName)],
    [t('Language'), valueText(contact.locale)],
    [t('Time zone'), contact.timeZone?.replaceAll('_', ' ') ?? t('As the organization')],
    [t('Tags'), <TagList key="tags" tags={contact.tags} />],
    [t('Source'), source],
    [t('Added'), formatMoment(contact.createdAt)],
    [t('Changed'), formatMoment(contact.updatedAt)],
  ]
  return (
    <div className={styles.stack18}>
      <FactList facts={facts} labelWidth={124} rowSpace={6.5} />
      {fields.isError && (
        <ErrorState plain error={fields.error} title={t('Fields could not be loaded')} onRetry={() => void fields.refetch()} />
      )}
      {fields.data && fields.data.length > 0 && (
        <section className={classes.section} aria-labelledby="contact-own-fields">
          <h3 id="contact-own-fields" className={styles.heading}>
            {t('Custom fields')}
          </h3>
          <FactList
            labelWidth={124}
            rowSpace={6.5}
            facts={fields.data.map(({ key, label, type }) => {
              const value = contact.custom[key]
              if (type === 'number' && typeof value === 'number') return [label, wholeAndFraction(value)]
              return [label, type === 'date' && typeof value === 'string' ? formatFullDay(value) : valueText(value)]
            })}
          />
        </section>
      )}
      <Suspense fallback={null}>
        <BelongsTo kind="contact" id={contact.id} name={contact.name} />
      </Suspense>
    </div>
  )
}

/** Unrounded: a field's value is not a statistic. */
const wholeAndFraction = (value: number): string =>
  value.toLocaleString(currentLanguage() === 'en' ? 'en-US' : currentLanguage(), { maximumFractionDigits: 20 })

function Email({ contact }: { contact: Contact }) {
  if (!contact.email) return <>–</>
  return (
    <>
      <a href={`mailto:${contact.email}`}>{contact.email}</a>
      {contact.emailState === 'bounced' && <span className={classes.bad}> {t('Email to this address bounced')}</span>}
    </>
  )
}

const Phone = ({ phone }: { phone: string | null }) => (phone ? <a href={`tel:${phone}`}>{phone}</a> : '–')

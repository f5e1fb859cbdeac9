import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { erasure } from '@imperium/contract/erasure/erasure.ts'
import type { ErasureCertificate } from '@imperium/contract/erasure/erasure.ts'
import { downloadFile } from '../../lib/download.ts'
import { formatMoment } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { certificatesQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './erasure.module.css'

/** Erasures of people, each with a certificate of what was found and what is left. */
export function CertificatesCard() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(certificatesQuery)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Card title={t('Erasure certificates')}>
      {rows.length === 0 ? (
        <p className={styles.text18}>
          {t('When a contact is erased, a certificate lists every place that was searched and what is left there.')}
        </p>
      ) : (
        <ul className={classes.list} aria-label={t('Erasure certificates')}>
          {rows.map((certificate) => (
            <Certificate key={certificate.id} certificate={certificate} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="subtle" size="xs" onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
          {t('Load more')}
        </Button>
      )}
    </Card>
  )
}

function Certificate({ certificate: { id, erasedAt, erasedBy, contacts, places } }: { certificate: ErasureCertificate }) {
  const save = useMutation({
    mutationFn: () => downloadFile(erasure.certificate, { params: { id } }),
    meta: { failure: t('The certificate could not be downloaded') },
  })
  const gone = places.reduce((sum, { before, after }) => sum + before - after, 0)
  return (
    <li className={classes.item}>
      <details className={styles.grow}>
        <summary className={classes.summary}>
          {formatMoment(erasedAt)} · {erasedBy}
          <span className={styles.small}>
            {' '}
            {plural(contacts.length, { one: '{count} contact', other: '{count} contacts' })} ·{' '}
            {plural(gone, { one: '{count} row erased', other: '{count} rows erased' })}
          </span>
        </summary>
        <table className={classes.places}>
          <thead>
            <tr>
              <th scope="col">{t('Place')}</th>
              <th scope="col">{t('Before')}</th>
              <th scope="col">{t('After')}</th>
            </tr>
          </thead>
          <tbody>
            {places.map(({ place, before, after }) => (
              <tr key={place}>
                <th scope="row">{place}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <Button variant="subtle" size="xs" onClick={() => save.mutate()} loading={save.isPending}>
        {t('Download')}
      </Button>
    </li>
  )
}

import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import styles from '../../ui/styles.module.css'
import classes from './playground.module.css'

/** Short advice beside the request. */
export function TipsCard() {
  return (
    <Card title={t('Quick Tips')}>
      <ul className={`${styles.list} ${classes.tips}`}>
        <li>{t('Calls run for real in this organization.')}</li>
        <li>{t('Calls per hour are limited; the response shows how many are left.')}</li>
        <li>{t('Set IMPERIUM_API_KEY to an API key before you run the code.')}</li>
        <li>
          <a href="/api-reference">{t('Open the API reference')}</a>
        </li>
      </ul>
    </Card>
  )
}

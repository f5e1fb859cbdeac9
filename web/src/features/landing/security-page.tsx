import { t } from '../../lib/words.ts'
import { Article } from './article.tsx'

export function SecurityPage() {
  return (
    <Article title={t('Security')}>
      <p>{t('How this product protects what you put into it.')}</p>
      <h2>{t('Sign-in')}</h2>
      <ul>
        <li>{t('Passwords have at least 12 characters and are stored as argon2id hashes. Common passwords are refused.')}</li>
        <li>{t('Session tokens have 256 bits, are stored only as hashes, and live in a cookie that no script can read.')}</li>
        <li>{t('Repeated failures are slowed down, and the response never reveals whether an account exists.')}</li>
      </ul>
      <h2>{t('Separation of organizations')}</h2>
      <p>
        {t(
          'Every row belongs to one organization, and the database refuses to show it to any other, whatever the application asks: row-level security is forced on each table, and the application’s own database role cannot switch it off.',
        )}
      </p>
      <h2>{t('Secrets')}</h2>
      <p>{t('Provider keys are encrypted with AES-256-GCM. They can be replaced but never read, and appear in no log or response.')}</p>
      <h2>{t('Agents')}</h2>
      <p>
        {t(
          'An agent can only use the tools it was granted, inside its budget and its organization. What a tool returns is treated as data: it cannot grant anything. Addresses that users give are checked before anything is sent there.',
        )}
      </p>
      <h2>{t('Records')}</h2>
      <p>{t('Every change leaves a record of who, what, when and from where, which can be added to but not altered.')}</p>
      <h2>{t('Reporting a vulnerability')}</h2>
      <p>{t('Tell the operator of this installation, with the steps to see it. Please do not read or change data that is not yours.')}</p>
    </Article>
  )
}

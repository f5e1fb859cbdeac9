import { Link } from '@tanstack/react-router'
import { t } from '../../lib/words.ts'
import { Rich } from '../../ui/text/rich.tsx'
import { Article } from './article.tsx'

export function PrivacyPage() {
  return (
    <Article title={t('Privacy policy')}>
      <p>
        {t(
          'This policy says what personal data an installation of Imperium keeps, why, and for how long. The operator of the installation, the company or person who runs it, is the controller of the data in it.',
        )}
      </p>
      <h2>{t('What is kept')}</h2>
      <ul>
        <li>
          {t('Your account: name, email address, and your password as an argon2id hash, which cannot be turned back into the password.')}
        </li>
        <li>{t('Your sessions: when and from which address and browser you signed in. The session token is stored only as a hash.')}</li>
        <li>{t('Your work: your agents, their inputs, and every step and result of their runs.')}</li>
        <li>{t('A record of changes: who changed what, and when, so that your organization can answer that question.')}</li>
      </ul>
      <h2>{t('What it is used for')}</h2>
      <p>
        {t(
          'To run the service for your organization, to keep it secure, and to meter its use. It is not sold and not used for advertising.',
        )}
      </p>
      <h2>{t('Who else receives data')}</h2>
      <p>
        {t(
          'The input of an agent goes to the model provider that your organization has configured, under your organization’s own account with that provider. The built-in sandbox model runs inside the installation and sends nothing elsewhere.',
        )}
      </p>
      <h2>{t('How long it is kept')}</h2>
      <p>
        {t(
          'Account and work data stay as long as the account and the organization exist. Run payloads follow the retention of the organization. Security records are kept for at least a year.',
        )}
      </p>
      <h2>{t('Your rights')}</h2>
      <p>
        <Rich
          text={t(
            'You may ask the operator for a copy of your data, its correction or its erasure. What the browser stores is listed on the <cookies>cookies page</cookies>.',
          )}
          tags={{ cookies: <Link to="/cookies" /> }}
        />
      </p>
    </Article>
  )
}

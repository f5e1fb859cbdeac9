import { Link } from '@tanstack/react-router'
import { t } from '../../lib/words.ts'
import { Rich } from '../../ui/text/rich.tsx'
import { Article } from './article.tsx'

export function TermsPage() {
  return (
    <Article title={t('Terms of Service')}>
      <p>
        {t(
          'These terms apply between you and the operator of this installation of Imperium. By creating an account you accept the version named above; the version and the time are stored with your account.',
        )}
      </p>
      <h2>{t('Your account')}</h2>
      <p>
        {t(
          'Give a real email address, keep your password to yourself, and tell the operator when you believe someone else used your account.',
        )}
      </p>
      <h2>{t('Your organization')}</h2>
      <p>
        {t(
          'An organization has one owner, who decides over its members, its plan and its end. What the members create belongs to the organization. The limits of its plan apply.',
        )}
      </p>
      <h2>{t('What you may not do')}</h2>
      <ul>
        <li>{t('Send messages to people without their consent, or hide the sender.')}</li>
        <li>{t('Try to access the data of another organization, or to bypass limits and permissions.')}</li>
        <li>{t('Use agents for illegal purposes, or to deceive people about talking to a machine where the law requires disclosure.')}</li>
      </ul>
      <h2>{t('Agents and models')}</h2>
      <p>
        {t(
          'Models make mistakes. You decide which tools an agent may use and answer for what it does with them. Charges of the model providers that you configure are yours; budgets help you to limit them.',
        )}
      </p>
      <h2>{t('Availability and end')}</h2>
      <p>
        {t(
          'The operator may suspend an organization that breaks these terms; a suspended organization can still be read. You may stop using the service at any time.',
        )}
      </p>
      <h2>{t('Data')}</h2>
      <p>
        <Rich
          text={t(
            'The <privacy>Privacy policy</privacy> explains how personal data is handled. The <security>security page</security> explains how the service is secured.',
          )}
          tags={{ privacy: <Link to="/privacy" />, security: <Link to="/security" /> }}
        />
      </p>
    </Article>
  )
}

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
          'Give a real e-mail address, keep your password to yourself, and tell the operator when you believe someone else used your account.',
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
        <li>{t('Send messages to people who have not agreed to receive them, or hide who sends them.')}</li>
        <li>{t('Try to reach the data of another organization, or to get around limits and permissions.')}</li>
        <li>{t('Use agents for what is illegal, or to deceive people about talking to a machine where the law asks you to say so.')}</li>
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
            'How personal data is handled is said in the <privacy>Privacy Policy</privacy>, and how the service is secured on the <security>security page</security>.',
          )}
          tags={{ privacy: <Link to="/privacy" />, security: <Link to="/security" /> }}
        />
      </p>
    </Article>
  )
}

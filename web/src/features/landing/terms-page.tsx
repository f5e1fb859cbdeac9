import { Link } from '@tanstack/react-router'
import { Article } from './article.tsx'

export function TermsPage() {
  return (
    <Article title="Terms of Service">
      <p>
        These terms apply between you and the operator of this installation of Imperium. By creating an account you accept the version named
        above; the version and the time are stored with your account.
      </p>
      <h2>Your account</h2>
      <p>
        Give a real e-mail address, keep your password to yourself, and tell the operator when you believe someone else used your account.
      </p>
      <h2>Your organization</h2>
      <p>
        An organization has one owner, who decides over its members, its plan and its end. What the members create belongs to the
        organization. The limits of its plan apply.
      </p>
      <h2>What you may not do</h2>
      <ul>
        <li>Send messages to people who have not agreed to receive them, or hide who sends them.</li>
        <li>Try to reach the data of another organization, or to get around limits and permissions.</li>
        <li>Use agents for what is illegal, or to deceive people about talking to a machine where the law asks you to say so.</li>
      </ul>
      <h2>Agents and models</h2>
      <p>
        Models make mistakes. You decide which tools an agent may use and answer for what it does with them. Charges of the model providers
        that you configure are yours; budgets help you to limit them.
      </p>
      <h2>Availability and end</h2>
      <p>
        The operator may suspend an organization that breaks these terms; a suspended organization can still be read. You may stop using the
        service at any time.
      </p>
      <h2>Data</h2>
      <p>
        How personal data is handled is said in the <Link to="/privacy">Privacy Policy</Link>, and how the service is secured on the{' '}
        <Link to="/security">security page</Link>.
      </p>
    </Article>
  )
}

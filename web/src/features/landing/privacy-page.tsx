import { Link } from '@tanstack/react-router'
import { Article } from './article.tsx'

export function PrivacyPage() {
  return (
    <Article title="Privacy Policy">
      <p>
        This policy says what personal data an installation of Imperium keeps, why, and for how long. The operator of the installation, the
        company or person who runs it, is the controller of the data in it.
      </p>
      <h2>What is kept</h2>
      <ul>
        <li>Your account: name, e-mail address, and your password as an argon2id hash, which cannot be turned back into the password.</li>
        <li>Your sessions: when and from which address and browser you signed in. The session token is stored only as a hash.</li>
        <li>Your work: the agents you make, what you give them to work on, and every step and result of their runs.</li>
        <li>A record of changes: who changed what, and when, so that your organization can answer that question.</li>
      </ul>
      <h2>What it is used for</h2>
      <p>To run the service for your organization, to keep it secure, and to meter its use. It is not sold and not used for advertising.</p>
      <h2>Who else receives data</h2>
      <p>
        The input of an agent goes to the model provider that your organization has configured, under your organization’s own account with
        that provider. The built-in sandbox model runs inside the installation and sends nothing elsewhere.
      </p>
      <h2>How long it is kept</h2>
      <p>
        Account and work data stay as long as the account and the organization exist. Run payloads follow the retention of the organization.
        Security records are kept for at least a year.
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask the operator for a copy of your data, its correction or its erasure. What the browser stores is listed on the{' '}
        <Link to="/cookies">cookies page</Link>.
      </p>
    </Article>
  )
}

import { t } from '../../lib/words.ts'
import { Article } from './article.tsx'
import classes from './landing.module.css'

const [cookie, local] = [t('Cookie'), t('Local storage')]
const [untilLogout, untilCleared] = [t('Until you sign out'), t('Until you clear it')]

const entries = [
  [t('session cookie'), cookie, t('Keeps you signed in. No script can read it.'), t('Until you sign out, or it expires')],
  ['authToken', local, t('Proves that requests come from this site. Useless without the cookie.'), untilLogout],
  ['imperium:auth', local, t('Your name and organization, to show them immediately.'), untilLogout],
  ['selectedTenant', local, t('The organization you opened last.'), untilLogout],
  ['customDomain:{host}', local, t('The organization of this domain, if it has one of its own.'), untilCleared],
  ['imperium:preferences', local, t('How you want dates and times written.'), untilLogout],
  ['imperium:language', local, t('Your choice of language.'), untilCleared],
  ['imperium:theme, imperium:theme-css', local, t('Your colors.'), untilCleared],
  ['imperium:sidebar', local, t('Open parts of the menu.'), untilCleared],
] as const

export function CookiesPage() {
  return (
    <Article title={t('Cookies')}>
      <p>{t('Imperium stores only what it needs to work. No advertising, no analytics, no third parties.')}</p>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('Kind')}</th>
              <th scope="col">{t('What for')}</th>
              <th scope="col">{t('How long')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(([name, kind, purpose, life]) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{kind}</td>
                <td>{purpose}</td>
                <td>{life}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Article>
  )
}

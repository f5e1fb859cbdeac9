import { Article } from './article.tsx'
import classes from './landing.module.css'

const entries = [
  ['session cookie', 'Cookie', 'Keeps you signed in. No script can read it.', 'Until you log out, or it expires'],
  ['authToken', 'Local storage', 'Proves that requests come from this site. Useless without the cookie.', 'Until you log out'],
  ['imperium:auth', 'Local storage', 'Your name and organization, to show them at once.', 'Until you log out'],
  ['selectedTenant', 'Local storage', 'The organization you opened last.', 'Until you log out'],
  ['imperium:theme, imperium:theme-css', 'Local storage', 'Your choice of colours.', 'Until you clear it'],
  ['imperium:sidebar', 'Local storage', 'Which parts of the menu are open.', 'Until you clear it'],
] as const

export function CookiesPage() {
  return (
    <Article title="Cookies">
      <p>Imperium stores only what it needs to work. There is no advertising, no analytics and nothing from other companies.</p>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Kind</th>
              <th scope="col">What for</th>
              <th scope="col">How long</th>
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

import type pg from 'pg'

/** Settings of a session, by their names in PostgreSQL. */
export type SessionSettings = Readonly<Record<string, string>>

/**
 * Sets them by the first statement of a connection. Poolers refuse settings in the start-up message or drop them without a word, and a hosted
 * database may not allow settings of a role. The parameters of the statement keep the text of a value from being read as SQL.
 */
export async function setSession(client: Pick<pg.ClientBase, 'query'>, settings: SessionSettings): Promise<void> {
  const names = Object.keys(settings)
  const calls = names.map((_name, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
  await client.query(
    `select ${calls.join(', ')}`,
    names.flatMap((name) => [name, settings[name]]),
  )
}

/** For a pool: every new connection is set before it is lent out; one that cannot be set is not. */
export const withSession = (settings: SessionSettings) => ({
  onConnect: (client: pg.ClientBase): Promise<void> => setSession(client, settings),
})

import { createPlatform } from '../platform/create-platform.ts'
import type { HeldWork } from '../platform/installation/held-work.ts'
import { readLead } from '../platform/installation/installation-store.ts'
import { createLog } from '../platform/log.ts'
import { loadSecrets } from '../platform/crypto/secrets.ts'
import type { Command } from './command.ts'
import { openDatabase } from './open-database.ts'

export const held: Command = {
  name: 'held',
  usage: '',
  summary: 'Says whether this is a restored copy that is held, and lists what was due since the backup: it may have gone out already.',
  operands: 0,
  run: async ({ config, print }) => {
    // Loaded when it is needed: the other commands start without the product's modules.
    const { createModules } = await import('../app.ts')
    const opened = await openDatabase(config)
    try {
      const secrets = loadSecrets(config)
      const { platform, attach, close } = await createPlatform({
        config,
        secrets,
        connection: opened.connection,
        log: createLog('error', 'json'),
      })
      try {
        attach(createModules(platform))
        const { hold, items, slugs } = await platform.db.withSystem(async (tx) => ({
          hold: (await readLead(tx)).hold,
          items: await platform.listHeldWork(tx, null),
          slugs: new Map((await tx.selectFrom('auth.organizations').select(['id', 'slug']).execute()).map(({ id, slug }) => [id, slug])),
        }))
        if (!hold) return print('Nothing is held here.')
        print(`Held since ${hold.since.toISOString()}: ${hold.reason}`)
        print(`The data knows what was done until ${hold.dataUntil?.toISOString() ?? 'an unknown time'}.`)
        if (items.length > 0) print('Due since, so it may have gone out already (organization, kind, name, count, due):')
        for (const item of items) print(lineOf(item, slugs.get(item.orgId) ?? '-'))
        print('Pause or cancel in the web app what must not go out again, then: npm run admin -- resume')
      } finally {
        await close(1_000)
      }
    } finally {
      await opened.close()
    }
  },
}

const lineOf = ({ kind, id, name, count, dueAt }: HeldWork, slug: string): string =>
  `  ${[slug, kind, id ? `${name} (${id})` : name, count, dueAt?.toISOString() ?? '-'].join('\t')}`

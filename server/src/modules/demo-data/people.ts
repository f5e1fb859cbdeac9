const firstNames = `
  Ada Aisha Alex Amara Anna Arjun Beatriz Bruno Carla Chen Clara Daan Diego Elena Emil Emma Farid Fatima Felix Freya Grace
  Hana Hugo Ines Ivan Jana João Jonas Kaito Kavya Laura Leila Liam Lina Louis Lucía Marie Marta Mateo Maya Mei Mila Nadia
  Noah Noor Olivia Omar Oscar Paula Priya Rosa Sara Sofia Tariq Theo Yuki Zoe
`
  .trim()
  .split(/\s+/)
const lastNames = `
  Abbas Andersen Bauer Becker Bianchi Brown Castro Costa Dubois Eriksson Fischer García Gupta Haddad Hansen Ito Jansen
  Johnson Khan Kim Kowalski Laurent Lopez Martin Mehta Moreau Müller Nakamura Nguyen Novak Okafor Patel Pereira Reddy
  Rossi Santos Sato Schmidt Silva Singh Smith Suzuki Tanaka Torres Virtanen Wagner Weber Wilson Yamada Zhang
`
  .trim()
  .split(/\s+/)
const places = [
  ['en', 'Europe/London'],
  ['en', 'America/New_York'],
  ['de', 'Europe/Berlin'],
  ['fr', 'Europe/Paris'],
  ['es', 'Europe/Madrid'],
  ['ja', 'Asia/Tokyo'],
  ['en', 'Asia/Kolkata'],
] as const

/** Repeatable numbers from 0 to 1: demo data looks the same each time. */
export function repeatable(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const ascii = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()

/** A CSV file of invented people at an address that no mail reaches (RFC 2606). Every one has the tag `demo`. */
export function peopleCsv(count: number): string {
  const random = repeatable(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const lines = ['Email,First name,Last name,Language,Time zone,Tags']
  for (let number = 1; number <= count; number++) {
    const [first, last] = [pick(firstNames), pick(lastNames)]
    const [language, zone] = pick(places)
    const kind = random() < 0.35 ? 'customer' : random() < 0.5 ? 'lead' : 'newsletter'
    const tags = ['demo', kind, ...(random() < 0.06 ? ['vip'] : [])].join(';')
    lines.push(`${ascii(first)}.${ascii(last)}${number}@demo.example,${first},${last},${language},${zone},${tags}`)
  }
  return `${lines.join('\n')}\n`
}

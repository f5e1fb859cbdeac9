#!/bin/sh
# Guess: BST (British Summer Time) and IST (Irish Standard Time), which are no names of IANA zones, are refused as time zones.
# What happens: they are taken, BST as Asia/Dhaka and IST as Asia/Calcutta, from a list of names of early Java. A calendar of London with TZID=BST is
# five hours wrong, and no error says so; CEST, which was not on that list, is refused.
# Seen with Node.js 24.21 (ICU 78).
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat > "$dir/try.mjs" <<'JS'
const zoneOf = (timeZone) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'refused'
  }
}
const hourOf = (timeZone) => new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date('2026-07-06T08:00:00Z'))
const seen = JSON.stringify({ BST: zoneOf('BST') !== 'refused' && hourOf('BST'), IST: zoneOf('IST') !== 'refused' && hourOf('IST'), CEST: zoneOf('CEST') })
console.log('guess: {"BST":false,"IST":false,"CEST":"refused"}')
console.log('seen: ', seen, zoneOf('BST'), zoneOf('IST'))
process.exit(seen === '{"BST":"14","IST":"13","CEST":"refused"}' ? 0 : 1)
JS
node "$dir/try.mjs"

#!/bin/sh
# Guess: "the last of all weekdays' 9 and 17 o'clock of the month" (BYDAY=MO..FR;BYHOUR=9,17;BYSETPOS=-1) gives one start a month in every library
# of recurrence rules: Friday 30 January 2026 at 17:00, then Friday 27 February at 17:00.
# What happens: rrule gives these. ical.js gives 9:00 and 17:00 of 30 January, and then 1 February, which is a Sunday: the position in the month
# is counted for days alone, and the hours are multiplied afterwards. Seen with ical.js 2.2.1, rrule 2.8.1.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund ical.js@2.2.1 rrule@2.8.1 >/dev/null
cat > try.mjs <<'JS'
import ICAL from 'ical.js'
import rrule from 'rrule'
const rule = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,17;BYSETPOS=-1'
const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString('2026-01-05T09:00:00Z'))
const byIcal = Array.from({ length: 3 }, () => iterator.next().toJSDate().toISOString().slice(0, 16))
const byRrule = rrule.rrulestr(`DTSTART:20260105T090000Z\nRRULE:${rule};COUNT=2`).all().map((at) => at.toISOString().slice(0, 16))
const guess = 'both 2026-01-30T17:00, 2026-02-27T17:00'
const got = { byIcal, byRrule }
const expected = {
  byIcal: ['2026-01-30T09:00', '2026-01-30T17:00', '2026-02-01T17:00'],
  byRrule: ['2026-01-30T17:00', '2026-02-27T17:00'],
}
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs

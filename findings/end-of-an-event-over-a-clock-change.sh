#!/bin/sh
# Guess: readers of iCalendar agree on the end of an event that has a DURATION and lasts over the change to summer time: days and weeks are nominal
# (RFC 5545, 3.3.6: 10:00 + P1DT2H is 12:00 of the next day), hours are exact (10:00 + PT26H is 13:00).
# What happens: node-ical takes days for 24 hours and ends both at 13:00, a week at 11:00 instead of 10:00. ical.js takes hours for those of the
# clock on the wall and ends both at 12:00. Each is right where the other is wrong. Seen with node-ical 0.27.2, ical.js 2.2.1.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund node-ical@0.27.2 ical.js@2.2.1 >/dev/null
cat > try.mjs <<'JS'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
const zone = `BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE`.split('\n')
const calendar = (start, duration) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//ours//EN', ...zone, 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z', `DTSTART;TZID=Europe/Berlin:${start}`, `DURATION:${duration}`, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
const inBerlin = (at) => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' })
function endByIcal(text) {
  const component = new ICAL.Component(ICAL.parse(text))
  for (const each of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(each)
  return inBerlin(new ICAL.Event(component.getFirstSubcomponent('vevent')).endDate.toJSDate())
}
const endByNodeIcal = (text) => inBerlin(Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT').end)
const got = [['20260328T100000', 'P1DT2H'], ['20260328T100000', 'PT26H'], ['20260325T100000', 'P1W']].map(([start, duration]) => {
  const text = calendar(start, duration)
  return { duration, nodeIcal: endByNodeIcal(text), ical: endByIcal(text) }
})
const guess = 'both 12:00, 13:00 and 10:00'
const expected = [
  { duration: 'P1DT2H', nodeIcal: '13:00', ical: '12:00' },
  { duration: 'PT26H', nodeIcal: '13:00', ical: '12:00' },
  { duration: 'P1W', nodeIcal: '11:00', ical: '10:00' },
]
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs

import { say } from '#model/message.ts'

say('At most {{n}} characters', { n: 60 })
say('{{what}} is possible from {{day}} on', { what: 'Check-in', day: { day: '2026-12-01' } })
// @ts-expect-error -- the value is missing
say('At most {{n}} characters', {})
// @ts-expect-error -- the name is misspelt
say('At most {{n}} characters', { m: 60 })
// @ts-expect-error -- the template has no such place
say('At most {{n}} characters', { n: 60, unit: 'characters' })
// @ts-expect-error -- a moment is not a value of a message
say('At most {{n}} characters', { n: new Date() })
